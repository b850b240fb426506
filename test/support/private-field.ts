import { Session } from 'node:inspector';

interface RemoteField {
  readonly name: string;
  readonly value?: { readonly objectId?: string };
}

/** What a private field that holds bytes holds at this moment: for promises about memory, which no caller can see. */
export function readPrivateBytes(object: object, field: string): Uint8Array {
  const session = new Session();
  session.connect();
  // In its own process the inspector answers within the call.
  const ask = <T>(method: string, params: object): T => {
    let answer: unknown;
    session.post(method, params, (error, result) => {
      answer = error ?? result;
    });
    return answer as T;
  };
  const holder: { examined?: object } = globalThis as never;
  holder.examined = object;
  try {
    const { result } = ask<{ result: { objectId: string } }>('Runtime.evaluate', { expression: 'globalThis.examined' });
    const fields = ask<{ privateProperties: RemoteField[] }>('Runtime.getProperties', result).privateProperties;
    const objectId = fields.find(({ name }) => name === field)?.value?.objectId;
    const call = { objectId, functionDeclaration: 'function () { return [...this]; }', returnByValue: true };
    const bytes = ask<{ result: { value: number[] } }>('Runtime.callFunctionOn', call).result.value;
    return Uint8Array.from(bytes);
  } finally {
    delete holder.examined;
    session.disconnect();
  }
}
