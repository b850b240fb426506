import { createLogger, format, type Logger, transports } from 'winston';
import { maskKeys } from '../../domain/access/key-text.ts';
import { ServiceError } from '../../domain/errors.ts';

const levels = ['error', 'warn', 'info', 'http', 'debug'] as const;
export type LogLevel = (typeof levels)[number];

interface LoggerOptions {
  readonly level: LogLevel;
  /** In a form for a person who looks on, and not as JSON. */
  readonly readable: boolean;
  /** Standard output is for something else. */
  readonly onStandardError?: boolean;
}

/** Lines on standard output, or on standard error. */
export function createSystemLogger({ level, readable, onStandardError = false }: LoggerOptions): Logger {
  const form = readable ? format.combine(format.colorize(), format.printf(toReadableLine)) : format.json();
  return createLogger({
    level,
    format: format.combine(format.timestamp(), format(explainErrors)(), format(maskStrings)(), form),
    transports: [new transports.Console({ stderrLevels: onStandardError ? [...levels] : [] })],
  });
}

/** An Error's own fields are not enumerable, and a library's error can carry the request's body: take what is named here. */
function explainErrors<T extends object>(entry: T): T {
  return 'error' in entry ? { ...entry, error: explain(entry.error) } : entry;
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = error instanceof ServiceError ? error.code : (error as NodeJS.ErrnoException).code;
  return {
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: explain(error.cause) }),
  };
}

/** The last line of defence: no key gets into a log, whatever a message was made of. */
function maskStrings<T>(value: T): T {
  if (typeof value === 'string') return maskKeys(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(maskStrings) as T;
  const masked = Reflect.ownKeys(value).map((name) => [maskStrings(name), maskStrings(Reflect.get(value, name))]);
  return Object.fromEntries(masked);
}

function toReadableLine({ timestamp, level, message, ...fields }: Record<string, unknown>): string {
  const rest = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
  return `${String(timestamp)} ${String(level)}: ${String(message)}${rest}`;
}
