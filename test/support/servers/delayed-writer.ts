import type { Socket } from 'node:net';

/** Writes to a socket later, and in the order in which it was told, also when the delay shrinks meanwhile. */
export class DelayedWriter {
  readonly #socket: Socket;
  readonly #delayMs: () => number;
  /** The end of the stream is a chunk that is not there. */
  readonly #waiting: { readonly chunk: Buffer | undefined; readonly dueMs: number }[] = [];
  #held = false;

  constructor(socket: Socket, delayMs: () => number) {
    this.#socket = socket;
    this.#delayMs = delayMs;
  }

  write(chunk: Buffer): void {
    this.#add(chunk);
  }

  end(): void {
    this.#add(undefined);
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#writeDue();
  }

  #add(chunk: Buffer | undefined): void {
    const delayMs = this.#delayMs();
    this.#waiting.push({ chunk, dueMs: performance.now() + delayMs });
    if (delayMs > 0) setTimeout(() => this.#writeDue(), delayMs);
    else this.#writeDue();
  }

  #writeDue(): void {
    // Timers keep whole milliseconds: one may fire a little early by the other clock.
    const nowMs = performance.now() + 1;
    while (!this.#held && this.#waiting[0] && this.#waiting[0].dueMs <= nowMs) {
      const { chunk } = this.#waiting.shift()!;
      if (chunk) this.#socket.write(chunk);
      else this.#socket.end();
    }
  }
}
