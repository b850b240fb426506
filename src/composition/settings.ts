import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Ajv, type ErrorObject } from 'ajv';
import { urlOf } from '../adapters/listen.ts';
import { isRedisUrl, redisUrlForms } from '../adapters/redis/redis-url.ts';
import type { LogLevel } from '../adapters/system/logger.ts';
import { maskKeys } from '../domain/access/key-text.ts';
import type { Plan } from '../domain/access/plan.ts';
import { ServiceError } from '../domain/errors.ts';
import type { WindowKind } from '../domain/quota/window.ts';
import { settingsSchema } from './settings-schema.ts';

/** All settings, each under the name it has in config/default.json. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number | null;
  readonly dataDir: string;
  readonly mongodbUrl: string | null;
  readonly redisUrl: string | null;
  readonly rateLimitWindow: WindowKind;
  readonly bulkMaxCount: number;
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
  readonly workers: number | 'auto';
  readonly drainSeconds: number;
  readonly dashboard: 'on' | 'off';
  /** Where browsers reach the service: a scheme, a host and a port; null where that is not told. */
  readonly publicUrl: string | null;
  readonly plans: Readonly<Record<string, Omit<Plan, 'id'>>>;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Layer = Record<string, unknown>;

const defaultsUrl = new URL('../../config/default.json', import.meta.url);
const secrets = ['mongodbUrl', 'redisUrl'];
const validate = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true }).compile(settingsSchema);

/**
 * config/default.json, the file named by CONFIG_FILE laid over it, and the environment over both, as one frozen object.
 *
 * @throws ServiceError INVALID_SETTINGS with every fault in its message, a line each
 */
export function loadSettings(environment: Environment): Settings {
  const faults: string[] = [];
  const defaults = JSON.parse(readFileSync(defaultsUrl, 'utf8')) as Layer;
  const fromFile = readConfigFile(environment.CONFIG_FILE, faults);
  const fromEnvironment = readEnvironment(environment, Object.keys(defaults), faults);
  const merged = overlay(overlay(defaults, fromFile), fromEnvironment);

  const nameOf = (setting: string) => (setting in fromEnvironment ? variableOf(setting) : setting);
  if (!validate(merged)) faults.push(...describeFaults(validate.errors ?? [], nameOf));
  const told = new Set(faults.map((fault) => fault.split(':')[0]));
  faults.push(...refuseUnusable(merged, nameOf).filter((fault) => !told.has(fault.split(':')[0])));
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  ${fault}`).join('\n');
    throw new ServiceError('INVALID_SETTINGS', `Nothing was started, because settings are wrong:\n${lines}`);
  }
  return deepFreeze(merged) as unknown as Settings;
}

/** The plans by their id, as the domain knows them. */
export function plansOf({ plans }: Settings): ReadonlyMap<string, Plan> {
  return new Map(Object.entries(plans).map(([id, plan]) => [id, { id, ...plan }]));
}

/** Where the service is reached, as far as the settings tell; what it listens on otherwise. No slash at the end. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl?.replace(/\/$/, '') ?? urlOf({ address: host, port });
}

/** The link that lets a customer in, once. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/dashboard/invitations/${token}`;
}

/** How many processes serve. */
export function workersOf({ workers }: Pick<Settings, 'workers'>): number {
  return workers === 'auto' ? availableParallelism() : workers;
}

/** The settings as they may be shown: without what is secret in a URL. */
export function maskSecrets(settings: Settings): Settings {
  const masked = secrets.map((name) => [name, mask(name, settings[name as keyof Settings])]);
  return { ...settings, ...Object.fromEntries(masked) };
}

function readConfigFile(path: string | undefined, faults: string[]): Layer {
  if (!path) return {};
  try {
    const layer: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isLayer(layer)) return layer;
    faults.push(`CONFIG_FILE: ${path} must hold one JSON object`);
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : (error as NodeJS.ErrnoException).code;
    faults.push(`CONFIG_FILE: ${path} can't be read (${reason}); must be the path of a JSON file`);
  }
  return {};
}

function readEnvironment(environment: Environment, settings: readonly string[], faults: string[]): Layer {
  const layer: Layer = {};
  for (const setting of settings.filter((name) => name !== 'plans')) {
    const value = readVariable(environment, setting, faults);
    if (value) layer[setting] = /^-?\d{1,15}$/.test(value) && takesInteger(setting) ? Number(value) : value;
  }
  return layer;
}

function readVariable(environment: Environment, setting: string, faults: string[]): string | undefined {
  const variable = variableOf(setting);
  const path = secrets.includes(setting) ? environment[`${variable}_FILE`] : undefined;
  if (!path) return environment[variable];
  if (environment[variable]) faults.push(`${variable}: is set beside ${variable}_FILE; must be one of the two`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    faults.push(`${variable}_FILE: ${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
    return undefined;
  }
}

/** Objects are merged name by name, so that a file changes one figure of one plan; all else is replaced. */
function overlay(under: Layer, over: Layer): Layer {
  const names = new Set([...Object.keys(under), ...Object.keys(over)]);
  const merged = [...names].map((name) => {
    if (!Object.hasOwn(over, name)) return [name, under[name]];
    const [below, above] = [Object.hasOwn(under, name) ? under[name] : undefined, over[name]];
    return [name, isLayer(below) && isLayer(above) ? overlay(below, above) : above];
  });
  return Object.fromEntries(merged);
}

function describeFaults(errors: readonly ErrorObject[], nameOf: (setting: string) => string): string[] {
  const faults = new Map<string, string>();
  for (const { instancePath, keyword, params, data, parentSchema, propertyName } of errors) {
    if (keyword === 'if') continue;
    const path = instancePath.split('/').slice(1);
    const [setting = ''] = path;
    const place = [nameOf(setting), ...path.slice(1)].filter(Boolean).join('.');
    if (keyword === 'additionalProperties') {
      const unknown = [place, params.additionalProperty].filter(Boolean).join('.');
      faults.set(unknown, 'is no setting; config/default.json names them all');
    } else if (keyword === 'required') {
      faults.set(`${place}.${params.missingProperty}`, 'is missing');
    } else if (propertyName !== undefined) {
      faults.set(
        `${place}.${propertyName}`,
        `is no name for a plan; must be 1 to 32 lower-case letters, digits or dashes, a letter first`,
      );
    } else if (!faults.has(place) && keyword !== 'propertyNames') {
      const allowed = parentSchema?.description ?? describe(path);
      faults.set(place, `${show(setting, data)} is not allowed; must be ${allowed}`);
    }
  }
  return [...faults].map(([place, fault]) => `${maskKeys(place)}: ${fault}`);
}

/** The description of the nearest schema above a place that has none of its own. */
function describe(path: readonly string[]): string {
  const plan = settingsSchema.properties.plans.additionalProperties;
  const field = plan.properties[path[2] as keyof typeof plan.properties];
  return field?.description ?? plan.description;
}

/** What no schema can say. */
function refuseUnusable(layer: Layer, nameOf: (setting: string) => string): string[] {
  const faults: string[] = [];
  const { redisUrl, publicUrl } = layer;
  if (typeof redisUrl === 'string' && !isRedisUrl(redisUrl)) {
    faults.push(`${nameOf('redisUrl')}: ${show('redisUrl', redisUrl)} is not allowed; must be ${redisUrlForms}`);
  }
  // A port above 65535, or digits that are no IP address.
  if (typeof publicUrl === 'string' && !URL.canParse(publicUrl)) {
    const { description } = settingsSchema.properties.publicUrl;
    faults.push(`${nameOf('publicUrl')}: ${show('publicUrl', publicUrl)} is not allowed; must be ${description}`);
  }
  if (redisUrl === null && workersOf(layer as never) > 1) {
    const told = JSON.stringify(layer.workers);
    faults.push(`${nameOf('workers')}: ${told} needs REDIS_URL, so that the quota stays exact; must be 1 without it`);
  }
  return faults;
}

/** `mongodbUrl` is MONGODB_URL in the environment. */
function variableOf(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function takesInteger(setting: string): boolean {
  const schema = settingsSchema.properties[setting as keyof typeof settingsSchema.properties];
  return 'type' in schema && [schema.type].flat().includes('integer');
}

/** Of a secret, the scheme and the hosts alone; where it has no such form, nothing. */
function mask(setting: string, value: unknown): unknown {
  if (typeof value !== 'string' || !secrets.includes(setting)) return value;
  const [, scheme, credentials, hosts] = /^([a-z+]+:\/\/)(.*@)?([^/?#@]*)/i.exec(value) ?? [];
  return scheme ? `${scheme}${credentials ? '***@' : ''}${hosts}` : '***';
}

/** A wrong value as JSON, without what is secret in it: a URL can also stand under the wrong name. */
function show(setting: string, value: unknown): string {
  return maskKeys(JSON.stringify(mask(setting, value)))
    .replace(/\/\/.*@/g, '//***@')
    .replace(/([?&]\w*(?:password|secret|token)\w*=)[^&"]*/gi, '$1***');
}

function isLayer(value: unknown): value is Layer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (isLayer(part)) deepFreeze(part);
  return Object.freeze(value);
}
