import type { RandomSource } from '../../src/domain/ports.ts';

/** Hands out the bytes of a script in its order, whatever block is asked for, and fails when the script is over. */
export class ScriptedRandomness implements RandomSource {
  readonly #script: readonly number[];
  #next = 0;

  constructor(script: readonly number[]) {
    this.#script = script;
  }

  get used(): number {
    return this.#next;
  }

  fill(target: Uint8Array): void {
    // The generator reads a block from its end, so the script is laid in backwards.
    for (let at = target.length - 1; at >= 0; at -= 1) {
      const byte = this.#script[this.#next];
      this.#next += 1;
      if (byte === undefined) throw new ScriptIsOver();
      target[at] = byte;
    }
  }
}

export class ScriptIsOver extends Error {}
