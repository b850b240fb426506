import type { ApiKey } from '../../../../domain/access/api-key.ts';
import { Layout, type Visitor } from './layout.tsx';
import { KeyName } from './parts/key-words.tsx';
import { Moment } from './parts/moment.tsx';

export function RevokeKeyPage({ visitor, apiKey }: { visitor: Visitor; apiKey: ApiKey }) {
  const path = `/dashboard/settings/api-keys/${encodeURIComponent(apiKey.id)}`;
  return (
    <Layout title={`Revoke ${apiKey.hint}`} visitor={visitor} section="api-keys" isSection={false}>
      <h1>Revoke this key?</h1>
      <form method="post" action={`${path}/revoke`} class="card">
        <p>
          <KeyName name={apiKey.name} />, <code>{apiKey.hint}</code>, last used:{' '}
          <Moment atMs={apiKey.lastUsedAtMs} none="never" />
        </p>
        <p>
          <strong>It ends at once, and this can't be undone.</strong> Whatever still calls the API with it is refused.
        </p>
        <div class="actions">
          <button type="submit" class="danger">
            Revoke the key
          </button>
          <a href={path}>Cancel</a>
        </div>
      </form>
    </Layout>
  );
}
