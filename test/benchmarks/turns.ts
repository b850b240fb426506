/**
 * Measures contenders one after the other, in every round anew, and in the opposite order every other round: so that
 * what the machine does meanwhile comes upon all of them alike, and each sample of one has its neighbour of another.
 */
export async function inTurns<Name extends string, C, S>(
  contenders: Readonly<Record<Name, C>>,
  rounds: number,
  measure: (contender: C) => Promise<S>,
): Promise<Record<Name, S[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as S[]])) as Record<Name, S[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      samples[name].push(await measure(contenders[name]));
  }
  return samples;
}
