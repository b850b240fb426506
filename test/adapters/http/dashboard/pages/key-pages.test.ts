import { expect } from 'chai';
import { ApiKeyPage } from '../../../../../src/adapters/http/dashboard/pages/api-key-page.tsx';
import { ApiKeysPage } from '../../../../../src/adapters/http/dashboard/pages/api-keys-page.tsx';
import { NewKeyPage } from '../../../../../src/adapters/http/dashboard/pages/new-key-page.tsx';
import { renderPage } from '../../../../../src/adapters/http/dashboard/pages/render.ts';
import type { KeyView } from '../../../../../src/application/administer-keys.ts';
import { keyViewOf, shownAtMs } from '../../../../support/dashboard-pages.ts';

const visitor = { email: 'ada@example.com', subscriberId: 'acme', name: null };
const moment = '2026-11-21 23:31\u00a0UTC';

function listed(keys: KeyView[], maxLive = 10): string {
  const draft = { name: '', expiry: '' };
  return renderPage(ApiKeysPage({ visitor, keys, maxLive, draft, faults: [], notice: null }));
}

/** The words of each row of the table. */
function rowsOf(html: string): string[][] {
  const body = /<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '';
  const rows = [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row);
  const cells = rows.map((row) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell));
  return cells.map((row) => row.map((cell) => cell.replace(/<[^>]*>/g, '')));
}

describe('ApiKeysPage', () => {
  it('tells all that can be known of a key', () => {
    const named = keyViewOf({ createdAtMs: shownAtMs, lastUsedAtMs: shownAtMs, endsAtMs: shownAtMs });
    const bare = keyViewOf({ name: null, createdAtMs: 0, status: 'revoked' });
    expect(rowsOf(listed([named, bare]))).to.deep.equal([
      ['build server', 'pgs_abcd…wxyz', moment, moment, moment, 'active', 'Manage pgs_abcd…wxyz'],
      ['unnamed', 'pgs_abcd…wxyz', '1970-01-01 00:00\u00a0UTC', 'never', 'never', 'revoked', 'Manage pgs_abcd…wxyz'],
    ]);
  });

  it('shows the live ones first, and the newest of each first', () => {
    const keys = [
      keyViewOf({ name: 'expired late', createdAtMs: 9, status: 'expired' }),
      keyViewOf({ name: 'old', createdAtMs: 1 }),
      keyViewOf({ name: 'revoked early', createdAtMs: 2, status: 'revoked' }),
      keyViewOf({ name: 'new', createdAtMs: 8 }),
    ];
    const names = rowsOf(listed(keys)).map(([name]) => name);
    expect(names).to.deep.equal(['new', 'old', 'expired late', 'revoked early']);
    expect(keys.map(({ name }) => name)).to.deep.equal(['expired late', 'old', 'revoked early', 'new']);
  });

  it('leads to each key', () => {
    expect(listed([keyViewOf()])).to.contain('<a href="/dashboard/settings/api-keys/key_1">Manage');
  });

  const limits = [
    ['below the limit', 2, false],
    ['at the limit', 1, true],
    ['above it, since it was lowered', 0, true],
  ] as const;
  for (const [what, maxLive, isFull] of limits) {
    it(`${what}, tells how many are live${isFull ? ', and what to do' : ''}`, () => {
      const html = listed([keyViewOf(), keyViewOf({ status: 'revoked' }), keyViewOf({ status: 'expired' })], maxLive);
      expect(html).to.contain(`<p class="muted">1 of ${maxLive} are live</p>`);
      expect(html.includes('Revoke one that is not needed any more')).to.equal(isFull);
    });
  }

  for (const [ended, isTold] of [
    [99, false],
    [100, true],
  ] as const) {
    it(`${isTold ? 'tells' : 'does not tell'} that there may be more than ${ended} that have ended`, () => {
      const keys = Array.from({ length: ended }, () => keyViewOf({ status: 'revoked' }));
      const told = listed([keyViewOf(), ...keys]).includes('Of the keys that have ended, the latest 100 are listed.');
      expect(told).to.equal(isTold);
    });
  }

  it('tells that there is none yet', () => {
    expect(listed([])).to.contain('There is no key yet').and.not.contain('<table');
  });
});

describe('ApiKeyPage', () => {
  function managed(facts: Partial<KeyView>): string {
    return renderPage(ApiKeyPage({ visitor, apiKey: keyViewOf(facts), draftName: null, faults: [], notice: null }));
  }

  for (const status of ['expired', 'revoked'] as const) {
    it(`lets nothing be done with a key that is ${status}`, () => {
      expect(managed({ status }))
        .to.contain('This key has ended')
        .and.not.match(/key_1\/(rename|rotate|revoke)/);
    });
  }

  it('tells a key that was rotated away from one that expires', () => {
    const rotated = { expiresAtMs: shownAtMs + 1, retiresAtMs: shownAtMs, endsAtMs: shownAtMs };
    expect(managed(rotated)).to.contain(`${moment}</time>, because it was rotated`);
    expect(managed({ ...rotated, expiresAtMs: 5, endsAtMs: 5 })).not.to.contain('rotated');
  });

  it('leads to the question whether to revoke it', () => {
    expect(managed({})).to.contain('href="/dashboard/settings/api-keys/key_1/revoke"');
  });
});

describe('NewKeyPage', () => {
  const endings = [
    ['another', null, ''],
    ['one whose place it took', { hint: 'pgs_old', endsAtMs: null }, 'has ended: requests with it are refused.'],
    ['one that works on', { hint: 'pgs_old', endsAtMs: shownAtMs }, `works until ${moment}. Let your program use`],
  ] as const;
  for (const [what, ends, words] of endings) {
    it(`shows the key this once, beside ${what}`, () => {
      const page = NewKeyPage({ visitor, apiKey: keyViewOf(), text: 'the-text', curl: 'curl', ends });
      const html = renderPage(page);
      expect(html.match(/the-text/g)).to.have.length(1);
      expect(html).to.contain('<code id="key">the-text</code>');
      expect(html.replace(/<[^>]*>/g, '')).to.contain(words);
      expect(html.includes('The key before')).to.equal(ends !== null);
    });
  }
});
