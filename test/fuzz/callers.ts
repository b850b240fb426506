import { runCli } from '../support/process.ts';

/** Someone who calls the service in the runs. */
export interface Caller {
  readonly name: string;
  /** What they must get, as schemathesis is told. */
  readonly config: string;
  /** Empty where they have none. */
  readonly key: string;
  /** The operations they call: all that refuse them are in /api. */
  readonly paths: RegExp;
  /** Of all cases; the shares of all callers are 1. */
  readonly share: number;
}

type Place = Record<'DATA_DIR' | 'CONFIG_FILE', string>;

/** The plans that the callers are on, as CONFIG_FILE has them. */
export const plans = {
  unlimited: { requestsPerMinute: 1_000_000_000, apiAccess: true },
  exhausted: { requestsPerMinute: 1, apiAccess: true },
};

/** Adds subscribers to a store as an operator would, and gives the callers, most of whose work is the first one's. */
export async function addCallers(place: Place): Promise<Caller[]> {
  const [admitted, exhausted, revoked] = [
    await addKey(place, 'admitted', 'unlimited'),
    await addKey(place, 'exhausted', 'exhausted'),
    await addKey(place, 'revoked', 'unlimited'),
  ];
  await operate(place, 'keys', 'revoke', revoked.id);
  const everywhere = /^\//;
  const inApi = /^\/api\//;
  return [
    { name: 'admitted', config: 'admitted.toml', key: admitted.key, paths: everywhere, share: 0.7 },
    { name: 'exhausted', config: 'exhausted.toml', key: exhausted.key, paths: inApi, share: 0.1 },
    { name: 'with a revoked key', config: 'revoked.toml', key: revoked.key, paths: inApi, share: 0.1 },
    { name: 'without a key', config: 'stranger.toml', key: '', paths: inApi, share: 0.1 },
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
