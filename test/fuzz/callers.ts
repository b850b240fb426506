import { runCli } from '../support/process.ts';

/** Someone who calls the service in the runs. */
export interface Caller {
  readonly name: string;
  /** What they must get, as schemathesis is told. */
  readonly config: string;
  /** Empty where they have none. */
  readonly key: string;
  /** The operations they call, by their paths: those that could refuse them are in /api. */
  readonly paths: RegExp;
  /** Of all cases; the shares of all callers are 1. */
  readonly share: number;
}

type Place = Record<'DATA_DIR' | 'CONFIG_FILE', string>;

/** The plans that the callers are on, as CONFIG_FILE has them. */
export const plans = {
  unlimited: { requestsPerMinute: 1_000_000_000, apiAccess: true },
  exhausted: { requestsPerMinute: 1, apiAccess: true },
  closed: { requestsPerMinute: 0, apiAccess: false },
};

/**
 * Adds subscribers to a store as an operator would, and gives the callers in the order in which they must call: those with
 * wrong keys come last, because their address is held off then, from which a key that is new would be refused as well.
 */
export async function addCallers(place: Place): Promise<Caller[]> {
  const admitted = await addKey(place, 'admitted', 'unlimited');
  const exhausted = await addKey(place, 'exhausted', 'exhausted');
  const closed = await addKey(place, 'closed', 'closed');
  const suspended = await addKey(place, 'suspended', 'unlimited');
  const revoked = await addKey(place, 'revoked', 'unlimited');
  await operate(place, 'subscribers', 'suspend', 'suspended');
  await operate(place, 'keys', 'revoke', revoked.id);

  const refused = { paths: /^\/api\//, share: 0.08 };
  return [
    { name: 'admitted', config: 'admitted.toml', key: admitted.key, paths: /^\//, share: 0.6 },
    { name: 'exhausted', config: 'exhausted.toml', key: exhausted.key, ...refused },
    { name: 'without API access', config: 'forbidden.toml', key: closed.key, ...refused },
    { name: 'suspended', config: 'forbidden.toml', key: suspended.key, ...refused },
    { name: 'with a revoked key', config: 'revoked.toml', key: revoked.key, ...refused },
    { name: 'without a key', config: 'stranger.toml', key: '', ...refused },
  ];
}

async function addKey(place: Place, id: string, plan: keyof typeof plans): Promise<{ id: string; key: string }> {
  await operate(place, 'subscribers', 'add', id, '--plan', plan);
  return JSON.parse(await operate(place, '--json', 'keys', 'create', '--subscriber', id));
}

async function operate(place: Place, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(args, place);
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} failed: ${stderr}`);
  return stdout;
}
