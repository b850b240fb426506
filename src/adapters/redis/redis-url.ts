import { ServiceError } from '../../domain/errors.ts';

const REDIS_PORT = 6379;
const SENTINEL_PORT = 26379;

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** Where a REDIS_URL leads. */
export interface RedisPlace {
  readonly kind: 'single' | 'cluster' | 'sentinel';
  /** One, or those by which the others are found. */
  readonly nodes: readonly RedisNode[];
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly sentinelPassword: string | undefined;
  readonly db: number;
  /** The master's name, where sentinels know where it is. */
  readonly masterName: string | undefined;
}

/** `redis` or `rediss`, either with `+cluster` or `+sentinel`; then, as in any URL, `user:password@hosts/path?query`. */
const form =
  /^(rediss?)(?:\+(cluster|sentinel))?:\/\/(?:(.*)@)?([^/?#@]+)(?:\/([^?#]*))?(?:\?sentinelPassword=([^&#]+))?$/;
const nodeForm = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;

export const redisUrlForms =
  'redis://HOST:PORT, rediss:// for TLS, a comma list or redis+cluster:// for Cluster, redis+sentinel://HOSTS/MASTER';

export function isRedisUrl(url: string): boolean {
  try {
    return Boolean(parseRedisUrl(url));
  } catch {
    return false;
  }
}

/** @throws ServiceError INVALID_SETTINGS */
export function parseRedisUrl(url: string): RedisPlace {
  // A list may be of hosts or of whole URLs; the first one says how to get in.
  const [first = [], ...others] = url.split(/,(?=rediss?:\/\/)/).map((part) => form.exec(part) ?? []);
  const [, scheme, mode, credentials, , path = '', sentinelPassword] = first;
  const hosts = [first, ...others].flatMap(([, , , , list = '']) => list.split(','));
  const kind = (mode as 'cluster' | 'sentinel' | undefined) ?? (hosts.length > 1 ? 'cluster' : 'single');
  const [masterName, db = ''] = kind === 'sentinel' ? path.split('/') : [undefined, path];
  const isPath = /^\d{0,4}$/.test(db) && (kind === 'sentinel' ? masterName !== '' : sentinelPassword === undefined);
  if (!scheme || !isPath || (kind === 'cluster' && Number(db) > 0)) throw wrong();
  const [username, password] = credentials === undefined ? [] : splitAt(credentials, ':');
  return {
    kind,
    nodes: hosts.map((host) => toNode(host, kind === 'sentinel' ? SENTINEL_PORT : REDIS_PORT)),
    tls: scheme === 'rediss',
    username: decode(username) || undefined,
    password: decode(password),
    sentinelPassword: decode(sentinelPassword),
    db: Number(db),
    masterName,
  };
}

function toNode(text: string, defaultPort: number): RedisNode {
  const [, host, port = defaultPort] = nodeForm.exec(text) ?? [];
  if (!host || Number(port) > 65535) throw wrong();
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function splitAt(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    throw wrong();
  }
}

function wrong(): ServiceError {
  return new ServiceError('INVALID_SETTINGS', `REDIS_URL must be ${redisUrlForms}.`);
}
