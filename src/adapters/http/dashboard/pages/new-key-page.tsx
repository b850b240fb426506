import type { ApiKey } from '../../../../domain/access/api-key.ts';
import { Layout, type Visitor } from './layout.tsx';
import { Copyable } from './parts/copyable.tsx';
import { KeyName } from './parts/key-words.tsx';
import { Moment } from './parts/moment.tsx';

interface NewKeyPageProps {
  visitor: Visitor;
  apiKey: ApiKey;
  /** The key itself, which is told this once. */
  text: string;
  curl: string;
  /** The key in whose place it came; ended already where there is no moment. */
  ends: { hint: string; endsAtMs: number | null } | null;
}

export function NewKeyPage({ visitor, apiKey, text, curl, ends }: NewKeyPageProps) {
  return (
    <Layout title="Your new key" visitor={visitor} section="api-keys" isSection={false}>
      <hgroup>
        <h1>Your new key</h1>
        <p>
          <KeyName name={apiKey.name} />
        </p>
      </hgroup>
      <section class="card" aria-labelledby="text">
        <h2 id="text">Copy it now</h2>
        <p>
          <strong>The key is shown this once, and never again.</strong> Keep it where only your program reads it. If it
          gets lost, rotate it or create another.
        </p>
        <Copyable id="key" text={text} what="the key" />
        <p>
          Expires: <Moment atMs={apiKey.expiresAtMs} none="never" />
        </p>
      </section>
      {ends && <Ending hint={ends.hint} endsAtMs={ends.endsAtMs} />}
      <section class="card" aria-labelledby="first">
        <h2 id="first">A first request</h2>
        <Copyable id="curl" text={curl} what="the request" isBlock />
      </section>
      <a class="button" href="/dashboard/settings/api-keys">
        I have copied it
      </a>
    </Layout>
  );
}

function Ending({ hint, endsAtMs }: { hint: string; endsAtMs: number | null }) {
  return (
    <p class="notice">
      The key before, <code>{hint}</code>,{' '}
      {endsAtMs === null ? (
        'has ended: requests with it are refused.'
      ) : (
        <>
          works until <Moment atMs={endsAtMs} />. Let your program use the new one by then.
        </>
      )}
    </p>
  );
}
