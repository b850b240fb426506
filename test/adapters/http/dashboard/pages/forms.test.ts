import { expect } from 'chai';
import { dashboardPages } from '../../../../support/dashboard-pages.ts';

const pages = dashboardPages();
const key = '/dashboard/settings/api-keys/key_1';
const account = '/dashboard/settings/account';

/** Page, where its forms go, and what they send. */
const table: [string, Record<string, string[]>][] = [
  ['sign-in', { '/dashboard/sign-in': ['next', 'email', 'password'] }],
  ['invitation', { '/dashboard/invitations/token': ['password'] }],
  ['overview', {}],
  ['api-keys', { '/dashboard/settings/api-keys': ['name', 'expiry'] }],
  ['new-key', {}],
  ['api-key', { [`${key}/rename`]: ['name'], [`${key}/rotate`]: ['overlap'] }],
  ['revoke-key', { [`${key}/revoke`]: [] }],
  ['account', { [`${account}/password`]: ['current', 'password'], [`${account}/sessions/session-2/end`]: [] }],
  [
    'try-it',
    {
      '/dashboard/try': [
        ...['length', 'count'],
        ...['includeUppercase', 'includeLowercase', 'includeNumbers', 'includeSymbols'],
      ],
    },
  ],
  ['failure', {}],
];

/** What a form of a page sends, by where it is sent. */
function formsOf(html: string): Record<string, string[]> {
  const forms = [...html.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const entries = forms.map(([, action = '', content = '']): [string, string[]] => {
    const names = [...content.matchAll(/ name="([^"]*)"/g)].map(([, name = '']) => name);
    return [action, [...new Set(names)]];
  });
  return Object.fromEntries(entries.filter(([action]) => action !== '/dashboard/sign-out'));
}

function inputOf(page: string, name: string): string {
  return new RegExp(`<(?:input|fieldset|select)[^>]* (?:id|name)="${name}"[^>]*>`).exec(pages[page] ?? '')?.[0] ?? '';
}

describe('the forms of the dashboard', () => {
  for (const [page, forms] of table) {
    it(`${page} sends ${JSON.stringify(forms)}`, () => {
      expect(formsOf(pages[page] ?? '')).to.deep.equal(forms);
      expect(pages[page]?.match(/<form/g) ?? []).to.have.length(Object.keys(forms).length + (hasSignOut(page) ? 1 : 0));
    });
  }

  const wrong = [
    ['invitation', 'password', 'password-hint password-fault'],
    ['api-keys', 'name', 'name-hint name-fault'],
    ['api-keys', 'expiry', 'expiry-fault'],
    ['api-key', 'name', 'name-fault'],
    ['api-key', 'overlap', 'overlap-fault'],
    ['account', 'current', 'current-fault'],
    ['account', 'password', 'password-hint password-fault'],
    ['try-it', 'length', 'length-hint length-fault'],
    ['try-it', 'count', 'count-hint count-fault'],
    ['try-it', 'includeSymbols', 'includeSymbols-fault'],
  ] as const;
  for (const [page, field, described] of wrong) {
    it(`${page} tells what is wrong with ${field}, at the top and beside it`, () => {
      expect(inputOf(page, field)).to.contain(` aria-invalid="true" aria-describedby="${described}"`);
      expect(pages[page]).to.match(new RegExp(`role="alert".*<a href="#${field}">[^<]* must be right</a>`));
      expect(pages[page]).to.match(
        new RegExp(`<small id="${field}-fault" class="fault">[^<]* must be right\\.</small>`),
      );
    });
  }

  it('tell a fault of the whole request at the top alone', () => {
    expect(pages['api-keys']).to.contain('<li>must be right</li>');
  });

  const kept = [
    ['sign-in', 'email', 'value="build server" autocomplete="username"'],
    ['api-keys', 'name', 'value="build server"'],
    ['api-key', 'name', 'value="build server"'],
    ['try-it', 'length', 'value="build server"'],
    ['try-it', 'includeUppercase', 'value="true" checked'],
  ] as const;
  for (const [page, field, attributes] of kept) {
    it(`${page} keeps ${field} as it was sent`, () => expect(inputOf(page, field)).to.contain(attributes));
  }

  it('keep what was chosen, and nothing else', () => {
    expect(inputOf('try-it', 'includeLowercase')).not.to.contain('checked');
    expect(pages['api-keys']?.match(/<option[^>]* selected>/g)).to.deep.equal(['<option value="30d" selected>']);
    expect(pages['api-key']?.match(/value="[^"]*" checked/g)).to.deep.equal(['value="24h" checked']);
  });

  const secrets = [
    ['sign-in', 'password', 'current-password'],
    ['invitation', 'password', 'new-password'],
    ['account', 'current', 'current-password'],
    ['account', 'password', 'new-password'],
  ] as const;
  for (const [page, field, purpose] of secrets) {
    it(`${page} hides ${field}, and tells a password manager what it is`, () => {
      expect(inputOf(page, field)).to.contain('type="password"').and.contain(`autocomplete="${purpose}"`);
      expect(inputOf(page, field)).not.to.contain('value');
    });
  }
});

function hasSignOut(page: string): boolean {
  return page !== 'sign-in' && page !== 'invitation';
}
