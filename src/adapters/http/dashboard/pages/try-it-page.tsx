import type { Fault } from '../../../../domain/errors.ts';
import { Layout, type Visitor } from './layout.tsx';
import { type Issued, IssuedPasswords } from './parts/issued-passwords.tsx';
import { Notices } from './parts/notices.tsx';
import { Refusal } from './parts/refusal.tsx';
import { type Wish, WishForm, wishLabels } from './parts/wish-form.tsx';

interface TryItPageProps {
  visitor: Visitor;
  wish: Wish;
  /** How many may be asked for at a time. */
  maxCount: number;
  /** How many the API itself makes at a time. */
  apiMaxCount: number;
  faults: Fault[];
  /** Why the request was refused, though nothing is wrong with it. */
  refusal: string | null;
  result: Issued | null;
}

export function TryItPage({ visitor, wish, maxCount, apiMaxCount, faults, refusal, result }: TryItPageProps) {
  return (
    <Layout title="Try it" visitor={visitor} section="try">
      <hgroup>
        <h1>Try it</h1>
        <p>Passwords as the API makes them. Each try counts as one request of your quota.</p>
      </hgroup>
      <Notices faults={faults} labels={wishLabels} />
      <Refusal text={refusal} />
      {result && <IssuedPasswords result={result} />}
      <WishForm wish={wish} maxCount={maxCount} apiMaxCount={apiMaxCount} faults={faults} />
    </Layout>
  );
}
