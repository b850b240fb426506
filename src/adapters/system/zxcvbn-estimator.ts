import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { GuessEstimator } from '../../domain/account/ports.ts';

/** By zxcvbn: common passwords, English words, names, keyboard patterns, repetitions, dates. Its lists are loaded when the first password comes. */
export class ZxcvbnEstimator implements GuessEstimator {
  #factory: Promise<ZxcvbnFactory> | undefined;

  async guessesLog10(password: string, about: readonly string[]): Promise<number> {
    this.#factory ??= load();
    return (await this.#factory).check(password, [...about]).guessesLog10;
  }
}

async function load(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { dictionary: common, adjacencyGraphs: graphs } = await import('@zxcvbn-ts/language-common');
  const { dictionary: english } = await import('@zxcvbn-ts/language-en');
  return new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs });
}
