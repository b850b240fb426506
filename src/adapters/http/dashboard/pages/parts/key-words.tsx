import type { ApiKey, KeyStatus } from '../../../../../domain/access/api-key.ts';
import { Written } from './written.tsx';

/** What a customer calls a key. */
export function KeyName({ name }: Pick<ApiKey, 'name'>) {
  return name === null ? <em>unnamed</em> : <Written text={name} />;
}

export function StatusBadge({ status }: { status: KeyStatus }) {
  return <span class={`badge ${status}`}>{status}</span>;
}
