import type { KeyView } from '../../../../application/administer-keys.ts';
import { LISTED_ENDED_KEYS } from '../../../../application/manage-own-keys.ts';
import type { Fault } from '../../../../domain/errors.ts';
import { Layout, type Visitor } from './layout.tsx';
import { CreateKeyForm, createKeyLabels } from './parts/create-key-form.tsx';
import { KeyName, StatusBadge } from './parts/key-words.tsx';
import { Moment } from './parts/moment.tsx';
import { Notices } from './parts/notices.tsx';

interface ApiKeysPageProps {
  visitor: Visitor;
  keys: KeyView[];
  /** How many may be live at a time. */
  maxLive: number;
  draft: { name: string; expiry: string };
  faults: Fault[];
  notice: string | null;
}

export function ApiKeysPage({ visitor, keys, maxLive, draft, faults, notice }: ApiKeysPageProps) {
  const live = keys.filter(({ status }) => status === 'active').length;
  const ended = keys.length - live;
  return (
    <Layout title="API Keys" visitor={visitor} section="api-keys">
      <hgroup>
        <h1>API Keys</h1>
        <p>A program calls the API with a key. Give each of yours its own: so you can replace one alone.</p>
      </hgroup>
      <Notices notice={notice} faults={faults} labels={createKeyLabels} />
      <CreateKeyForm draft={draft} faults={faults} isFull={live >= maxLive} />
      <section aria-labelledby="keys">
        <div class="heading">
          <h2 id="keys">Your keys</h2>
          <p class="muted">
            {live} of {maxLive} are live
          </p>
        </div>
        {keys.length === 0 ? (
          <p class="empty">There is no key yet: create the first one above.</p>
        ) : (
          <Keys keys={keys} />
        )}
        {/* Where there are as many, there may be more. */}
        {ended === LISTED_ENDED_KEYS && (
          <p class="muted">Of the keys that have ended, the latest {LISTED_ENDED_KEYS} are listed.</p>
        )}
      </section>
    </Layout>
  );
}

function Keys({ keys }: { keys: readonly KeyView[] }) {
  return (
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Key</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">Status</th>
          <th scope="col">
            <span class="unseen">More</span>
          </th>
        </tr>
      </thead>
      <tbody>{keys.toSorted(byUrgency).map(KeyRow)}</tbody>
    </table>
  );
}

/** What works comes first, and the newest of it. */
function byUrgency(one: KeyView, other: KeyView): number {
  const liveFirst = Number(other.status === 'active') - Number(one.status === 'active');
  return liveFirst || other.createdAtMs - one.createdAtMs;
}

function KeyRow({ id, name, hint, createdAtMs, lastUsedAtMs, endsAtMs, status }: KeyView) {
  return (
    <tr key={id}>
      <th scope="row">
        <KeyName name={name} />
      </th>
      <td data-label="Key">
        <code>{hint}</code>
      </td>
      <td data-label="Created">
        <Moment atMs={createdAtMs} />
      </td>
      <td data-label="Last used">
        <Moment atMs={lastUsedAtMs} none="never" />
      </td>
      <td data-label="Expires">
        <Moment atMs={endsAtMs} none="never" />
      </td>
      <td data-label="Status">
        <StatusBadge status={status} />
      </td>
      <td>
        <a href={`/dashboard/settings/api-keys/${encodeURIComponent(id)}`}>
          Manage<span class="unseen"> {hint}</span>
        </a>
      </td>
    </tr>
  );
}
