const headerBytes = 16;
const opQuery = 2004;
const opCompressed = 2012;
const opMsg = 2013;

/** Reads the names of the commands from the bytes that one client sends; a chunk may end anywhere. */
export function mongoCommandReader(): (chunk: Buffer) => string[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const names: string[] = [];
    while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0));
      names.push(commandOf(message));
      rest = rest.subarray(message.length);
    }
    return names;
  };
}

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
function commandOf(message: Buffer): string {
  const code = message.readInt32LE(12);
  const body = message.subarray(headerBytes + 4);
  if (code === opMsg) return firstKey(commandSection(body));
  // The greeting of a connection: the name of a collection, two numbers and the document.
  if (code === opQuery) return firstKey(body.subarray(body.indexOf(0) + 1 + 8));
  return code === opCompressed ? 'compressed' : `opcode ${code}`;
}

/** Sections of kind 1, the documents of a bulk write, may come before that of kind 0, the command. */
function commandSection(sections: Buffer): Buffer {
  let rest = sections;
  while (rest[0] === 1) rest = rest.subarray(1 + rest.readInt32LE(1));
  return rest.subarray(1);
}

/** BSON: the length of the document, the type of its first value, and its name, which for a command is the command's. */
function firstKey(document: Buffer): string {
  const nameStart = 5;
  return document.toString('utf8', nameStart, document.indexOf(0, nameStart));
}
