import type { KeyView } from '../../../../application/administer-keys.ts';
import type { Fault } from '../../../../domain/errors.ts';
import { Layout, type Visitor } from './layout.tsx';
import { Field } from './parts/field.tsx';
import { KeyFacts } from './parts/key-facts.tsx';
import { KeyName } from './parts/key-words.tsx';
import { Notices } from './parts/notices.tsx';
import { RotateKeyForm } from './parts/rotate-key-form.tsx';

interface ApiKeyPageProps {
  visitor: Visitor;
  apiKey: KeyView;
  /** The name that could not be had; null where none was typed. */
  draftName: string | null;
  faults: Fault[];
  notice: string | null;
}

export function ApiKeyPage({ visitor, apiKey, draftName, faults, notice }: ApiKeyPageProps) {
  const path = `/dashboard/settings/api-keys/${encodeURIComponent(apiKey.id)}`;
  return (
    <Layout title={`API key ${apiKey.hint}`} visitor={visitor} section="api-keys" isSection={false}>
      <p class="back">
        <a href="/dashboard/settings/api-keys">All API keys</a>
      </p>
      <h1>
        <KeyName name={apiKey.name} />
      </h1>
      <Notices notice={notice} faults={faults} labels={{ name: 'Name', overlap: 'The end of the old key' }} />
      <KeyFacts apiKey={apiKey} />
      {apiKey.status === 'active' ? (
        <>
          <form method="post" action={`${path}/rename`} class="card" aria-labelledby="rename">
            <h2 id="rename">Rename</h2>
            <Field
              name="name"
              label="Name"
              value={draftName ?? apiKey.name ?? ''}
              faults={faults}
              dir="auto"
              autocomplete="off"
            />
            <button type="submit">Rename</button>
          </form>
          <RotateKeyForm action={`${path}/rotate`} faults={faults} />
          <section class="card" aria-labelledby="revoke">
            <h2 id="revoke">Revoke</h2>
            <p>Ends the key at once, for ever. Requests with it are refused from then on.</p>
            <a class="button danger outline" href={`${path}/revoke`}>
              Revoke the key…
            </a>
          </section>
        </>
      ) : (
        <p class="muted">This key has ended and can't be changed any more.</p>
      )}
    </Layout>
  );
}
