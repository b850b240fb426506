import type { RandomSource } from '../../src/domain/ports.ts';

/** Hands out the bytes of a script in their order; whoever asks for more meets ScriptIsOver. */
export class ScriptedRandomness implements RandomSource {
  readonly #script: readonly number[];
  #used = 0;

  constructor(script: readonly number[]) {
    this.#script = script;
  }

  get used(): number {
    return this.#used;
  }

  byte(): number {
    const byte = this.#script[this.#used];
    if (byte === undefined) throw new ScriptIsOver();
    this.#used += 1;
    return byte;
  }
}

export class ScriptIsOver extends Error {}
