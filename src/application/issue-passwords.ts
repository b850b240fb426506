import type { UsageCounter } from '../domain/account/usage-counter.ts';
import type { Generator } from '../domain/password/generator.ts';
import { type PasswordChoices, PasswordPolicy } from '../domain/password/password-policy.ts';
import type { Strength, StrengthEvaluator } from '../domain/password/strength-evaluator.ts';
import type { Clock, Meter } from '../domain/ports.ts';

/** Passwords of one policy, made at one moment, and what is true of each of them. */
export interface IssuedPasswords {
  readonly passwords: readonly string[];
  readonly strength: Strength;
  readonly length: number;
  readonly generatedAtMs: number;
  readonly entropyBits: number;
}

interface IssuingParts {
  readonly generator: Generator;
  readonly evaluator: StrengthEvaluator;
  readonly clock: Clock;
  readonly meter: Meter;
  readonly usage: UsageCounter;
}

/** Draws passwords for a subscriber, by their choices, each independent of all others. */
export class IssuePasswords {
  readonly #generator: Generator;
  readonly #evaluator: StrengthEvaluator;
  readonly #clock: Clock;
  readonly #meter: Meter;
  readonly #usage: UsageCounter;

  constructor(parts: IssuingParts) {
    this.#generator = parts.generator;
    this.#evaluator = parts.evaluator;
    this.#clock = parts.clock;
    this.#meter = parts.meter;
    this.#usage = parts.usage;
  }

  one(subscriberId: string, choices: PasswordChoices): IssuedPasswords {
    return this.#issue(subscriberId, choices, 1);
  }

  /** @param request the choices, and how many: 1 or more */
  many(subscriberId: string, request: PasswordChoices & { readonly count: number }): IssuedPasswords {
    return this.#issue(subscriberId, request, request.count);
  }

  #issue(subscriberId: string, choices: PasswordChoices, count: number): IssuedPasswords {
    const policy = PasswordPolicy.of(choices);
    const passwords: string[] = [];
    while (passwords.length < count) passwords.push(this.#generator.generate(policy));
    this.#meter.passwordsIssued(count);
    this.#usage.passwordsIssued(subscriberId, count);
    return {
      passwords,
      strength: this.#evaluator.evaluate(policy.entropyBits),
      length: policy.length,
      generatedAtMs: this.#clock.nowMs(),
      entropyBits: policy.entropyBits,
    };
  }
}
