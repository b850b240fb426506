import { randomFillSync } from 'node:crypto';
import type { RandomSource } from '../../domain/ports.ts';

const BLOCK_BYTES = 1024;

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
    randomFillSync(this.#block);
    this.#unused = BLOCK_BYTES;
    if (this.#wipeIsDue) return;
    this.#wipeIsDue = true;
    setImmediate(() => {
      this.#block.fill(0);
      this.#unused = 0;
      this.#wipeIsDue = false;
    });
  }
}
