import type { RandomSource } from '../../src/domain/ports.ts';

/**
 * Hands out the bytes of a script in their order. The rest of the block in which it ends is filled with `filler`, and
 * whoever asks for more meets ScriptIsOver.
 */
export class ScriptedRandomness implements RandomSource {
  readonly #script: readonly number[];
  readonly #filler: number;
  #next = 0;

  constructor(script: readonly number[], filler = 255) {
    this.#script = script;
    this.#filler = filler;
  }

  fill(target: Uint8Array): void {
    if (this.#next >= this.#script.length) throw new ScriptIsOver();
    // The generator reads a block from its end.
    for (let at = target.length - 1; at >= 0; at -= 1) {
      target[at] = this.#script[this.#next] ?? this.#filler;
      this.#next += 1;
    }
  }
}

export class ScriptIsOver extends Error {}
