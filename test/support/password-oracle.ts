import { expect } from 'chai';

/** The contract's classes, each by its field. */
export const classes = {
  includeUppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  includeLowercase: 'abcdefghijklmnopqrstuvwxyz',
  includeNumbers: '0123456789',
  includeSymbols: '!@#$%^&*',
} as const;

export type Choice = keyof typeof classes;
export const choices = Object.keys(classes) as Choice[];

export type PasswordRequest = { readonly length: number } & { readonly [name in Choice]?: boolean };

/** What the contract says of one password, judged by nothing that the service itself is made of. */
export function expectPassword(data: unknown, request: PasswordRequest, generatedAtMs: number): void {
  const chosen = choices.filter((name) => request[name] ?? true).map((name) => classes[name]);
  const { password, entropyBits, ...facts } = data as { password: string; entropyBits: number };
  const count = countByWalking(
    request.length,
    chosen.map((members) => members.length),
  );
  expect(facts).to.deep.equal({
    strength: strengthOf(count),
    length: request.length,
    generatedAt: isoTime(generatedAtMs),
  });
  expect(password).to.be.a('string').of.length(request.length);
  for (const members of chosen) expect(holdsAny(password, members), `${members} in the password`).to.equal(true);
  expect(holdsOnly(password, chosen.join('')), 'no other character').to.equal(true);
  expectFlooredLog2(entropyBits, count);
}

/**
 * How many strings of a length hold all classes, counted forwards: for each set of classes, how many strings so far have
 * met just these. The service counts by inclusion and exclusion, so that a slip there shows here.
 */
export function countByWalking(length: number, sizes: readonly number[]): bigint {
  const sets = 2 ** sizes.length;
  let counts: bigint[] = Array(sets).fill(0n);
  counts[0] = 1n;
  for (let at = 0; at < length; at += 1) {
    const next: bigint[] = Array(sets).fill(0n);
    for (const [set, count] of counts.entries()) {
      for (const [index, size] of sizes.entries()) next[set | (1 << index)]! += count * BigInt(size);
    }
    counts = next;
  }
  return counts[sets - 1]!;
}

/** That `bits` is log2 of a count, rounded down to hundredths: 2^(100·bits) ≤ count^100 < 2^(100·bits + 1), in whole numbers. */
export function expectFlooredLog2(bits: number, count: bigint): void {
  const hundredths = Math.round(bits * 100);
  expect(hundredths / 100, 'two decimals').to.equal(bits);
  const power = count ** 100n;
  expect(2n ** BigInt(hundredths) <= power, `${bits} is not too much`).to.equal(true);
  expect(power < 2n ** BigInt(hundredths + 1), `${bits} is not too little`).to.equal(true);
}

function strengthOf(count: bigint): string {
  if (count < 2n ** 50n) return 'weak';
  if (count < 2n ** 64n) return 'fair';
  return count < 2n ** 80n ? 'good' : 'strong';
}

function isoTime(ms: number): string {
  const time = new Date(ms).toISOString();
  expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return time;
}

function holdsAny(text: string, members: string): boolean {
  return [...text].some((one) => members.includes(one));
}

function holdsOnly(text: string, members: string): boolean {
  return [...text].every((one) => members.includes(one));
}
