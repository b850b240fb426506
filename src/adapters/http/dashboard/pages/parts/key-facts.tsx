import type { KeyView } from '../../../../../application/administer-keys.ts';
import { StatusBadge } from './key-words.tsx';
import { Moment } from './moment.tsx';

export function KeyFacts({ apiKey }: { apiKey: KeyView }) {
  const { id, hint, status, createdAtMs, lastUsedAtMs, endsAtMs, retiresAtMs, revokedAtMs } = apiKey;
  const isRotated = retiresAtMs !== null && retiresAtMs === endsAtMs;
  return (
    <dl class="card facts">
      <div>
        <dt>Key</dt>
        <dd>
          <code>{hint}</code>
        </dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={status} />
        </dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>
          <Moment atMs={createdAtMs} />
        </dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>
          <Moment atMs={lastUsedAtMs} none="never" />
        </dd>
      </div>
      <div>
        <dt>Expires</dt>
        <dd>
          <Moment atMs={endsAtMs} none="never" />
          {isRotated && ', because it was rotated'}
        </dd>
      </div>
      {revokedAtMs !== null && (
        <div>
          <dt>Revoked</dt>
          <dd>
            <Moment atMs={revokedAtMs} />
          </dd>
        </div>
      )}
      <div>
        <dt>Id</dt>
        <dd>
          <code class="written">{id}</code>
        </dd>
      </div>
    </dl>
  );
}
