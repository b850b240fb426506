import type { KeyView, NewKey } from '../../application/administer-keys.ts';
import { endOf } from '../../domain/access/api-key.ts';
import type { Subscriber } from '../../domain/access/subscriber.ts';

export type Row = Readonly<Record<string, string | null>>;

export function subscriberView({ id, name, plan, status, createdAtMs }: Subscriber): Row {
  return { id, name, plan, status, createdAt: isoTime(createdAtMs) };
}

export function keyView({ id, hint, subscriberId, name, status, ...key }: KeyView): Row {
  return {
    id,
    hint,
    subscriberId,
    name,
    status,
    createdAt: isoTime(key.createdAtMs),
    expiresAt: isoTime(key.endsAtMs),
    revokedAt: isoTime(key.revokedAtMs),
    lastUsedAt: isoTime(key.lastUsedAtMs),
  };
}

export function newKeyView({ key, text }: NewKey): Row {
  const { id, hint, subscriberId, name } = key;
  const times = { createdAt: isoTime(key.createdAtMs), expiresAt: isoTime(endOf(key)) };
  return { id, key: text, hint, subscriberId, name, ...times };
}

interface Invited {
  readonly subscriberId: string;
  readonly email: string;
  readonly link: string;
  readonly expiresAtMs: number;
}

export function invitationView({ expiresAtMs, ...invited }: Invited): Row {
  return { ...invited, expiresAt: isoTime(expiresAtMs) };
}

/** Lines under their names, in columns. */
export function toTable(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? '-'))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const align = (line: readonly string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((line) => align(line).trimEnd()).join('\n');
}

export function isoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
