const lineEnd = '\r\n';

/** Reads the names of the commands from the bytes that one client sends; a chunk may end anywhere. */
export function redisCommandReader(): (chunk: Buffer) => string[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const names: string[] = [];
    for (let command = takeCommand(rest); command; command = takeCommand(rest)) {
      names.push(command.name);
      rest = rest.subarray(command.end);
    }
    return names;
  };
}

/** https://redis.io/docs/latest/develop/reference/protocol-spec/: an array of bulk strings, or one line of words. */
function takeCommand(bytes: Buffer): { name: string; end: number } | undefined {
  const first = takeLine(bytes, 0);
  if (!first) return undefined;
  if (!first.line.startsWith('*')) return { name: first.line.split(' ')[0]!.toUpperCase(), end: first.end };
  const words = Number(first.line.slice(1));
  let name = '';
  let end = first.end;
  for (let word = 0; word < words; word += 1) {
    const length = takeLine(bytes, end);
    if (!length) return undefined;
    const wordEnd = length.end + Number(length.line.slice(1));
    if (wordEnd + lineEnd.length > bytes.length) return undefined;
    if (word === 0) name = bytes.toString('latin1', length.end, wordEnd).toUpperCase();
    end = wordEnd + lineEnd.length;
  }
  return { name, end };
}

function takeLine(bytes: Buffer, start: number): { line: string; end: number } | undefined {
  const at = bytes.indexOf(lineEnd, start);
  return at < 0 ? undefined : { line: bytes.toString('latin1', start, at), end: at + lineEnd.length };
}
