import { randomFillSync } from 'node:crypto';
import type { RandomSource } from '../../domain/ports.ts';

/** The first block of a turn is as much as a few passwords take; whoever wants more in the same turn wants many. */
const FIRST_BYTES = 512;
const BLOCK_BYTES = 4096;

/**
 * The operating system's CSPRNG by way of Node's, drawn in blocks, because a call costs more than its bytes. A block
 * lives for one turn of the event loop and is wiped: a copied process image or a cloned machine finds no byte in it
 * that could come out twice. What is handed out is wiped at once.
 */
export class SystemRandomness implements RandomSource {
  readonly #block = new Uint8Array(BLOCK_BYTES);
  #unused = 0;
  #wipeIsDue = false;

  byte(): number {
    if (this.#unused === 0) this.#refill();
    this.#unused -= 1;
    const byte = this.#block[this.#unused] as number;
    this.#block[this.#unused] = 0;
    return byte;
  }

  #refill(): void {
    this.#unused = this.#wipeIsDue ? BLOCK_BYTES : FIRST_BYTES;
    randomFillSync(this.#block, 0, this.#unused);
    if (this.#wipeIsDue) return;
    this.#wipeIsDue = true;
    setImmediate(() => {
      this.#block.fill(0);
      this.#unused = 0;
      this.#wipeIsDue = false;
    });
  }
}
