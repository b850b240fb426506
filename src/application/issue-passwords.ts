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

/** Draws passwords by a caller's choices, each independent of all others. */
export class IssuePasswords {
  readonly #generator: Generator;
  readonly #evaluator: StrengthEvaluator;
  readonly #clock: Clock;
  readonly #meter: Meter;

  constructor(generator: Generator, evaluator: StrengthEvaluator, clock: Clock, meter: Meter) {
    this.#generator = generator;
    this.#evaluator = evaluator;
    this.#clock = clock;
    this.#meter = meter;
  }

  one(choices: PasswordChoices): IssuedPasswords {
    return this.#issue(choices, 1);
  }

  /** @param request the choices, and how many: 1 or more */
  many(request: PasswordChoices & { readonly count: number }): IssuedPasswords {
    return this.#issue(request, request.count);
  }

  #issue(choices: PasswordChoices, count: number): IssuedPasswords {
    const policy = PasswordPolicy.of(choices);
    const passwords: string[] = [];
    while (passwords.length < count) passwords.push(this.#generator.generate(policy));
    this.#meter.passwordsIssued(count);
    return {
      passwords,
      strength: this.#evaluator.evaluate(policy.entropyBits),
      length: policy.length,
      generatedAtMs: this.#clock.nowMs(),
      entropyBits: policy.entropyBits,
    };
  }
}
