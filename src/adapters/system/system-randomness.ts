import { randomFillSync } from 'node:crypto';
import type { RandomSource } from '../../domain/ports.ts';

const POOL_BYTES = 4096;

/**
 * The operating system's CSPRNG by way of Node's. Small wishes are served from a pool, because a call costs more than
 * its bytes. The pool lives for one turn of the event loop and is wiped: a copied process image or a cloned machine
 * finds no byte in it that could come out twice. What is handed out is wiped from it at once.
 */
export class SystemRandomness implements RandomSource {
  readonly #pool = new Uint8Array(POOL_BYTES);
  #unused = 0;
  #wipeIsDue = false;

  fill(target: Uint8Array): void {
    if (target.length > POOL_BYTES) {
      randomFillSync(target);
      return;
    }
    if (target.length > this.#unused) this.#refill();
    const from = this.#unused - target.length;
    target.set(this.#pool.subarray(from, this.#unused));
    this.#pool.fill(0, from, this.#unused);
    this.#unused = from;
  }

  #refill(): void {
    randomFillSync(this.#pool);
    this.#unused = POOL_BYTES;
    if (this.#wipeIsDue) return;
    this.#wipeIsDue = true;
    setImmediate(() => {
      this.#pool.fill(0);
      this.#unused = 0;
      this.#wipeIsDue = false;
    });
  }
}
