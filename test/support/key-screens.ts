import type { CustomerVisit } from './customer-visit.ts';
import { at, type Screen } from './screen.ts';

const KEYS = '/dashboard/settings/api-keys';
/** A hundred and one characters, of which names have no more than a hundred. */
const tooLong = 'm'.repeat(101);

/** Opens the latest of a customer's keys of a name, live ones first. */
async function openKey(visit: CustomerVisit, name: string): Promise<void> {
  await visit.open(KEYS);
  await visit.page.locator('tr').filter({ hasText: name }).first().getByRole('link').click();
}

/** The pages of keys, in an order in which none spoils another. */
export const keyScreens: readonly Screen[] = [
  { name: 'api-keys', role: 'busy', shows: '4 of 20 are live', open: at(KEYS) },
  { name: 'api-keys-empty', role: 'new', shows: /There is no key yet/, open: at(KEYS) },
  { name: 'api-keys-full', role: 'full', shows: '20 of 20 are live', open: at(KEYS) },
  {
    name: 'api-keys-with-faults',
    role: 'new',
    shows: 'Nothing was done. Please mend this:',
    async open(visit) {
      await visit.open(KEYS);
      await visit.field('Name').fill(tooLong);
      await visit.button('Create a key').click();
    },
  },
  { name: 'one-key', role: 'busy', shows: 'Rename', open: (visit, { names }) => openKey(visit, names.keys[0]) },
  {
    name: 'one-key-with-faults',
    role: 'busy',
    shows: 'Nothing was done. Please mend this:',
    async open(visit, { names }) {
      await openKey(visit, names.keys[0]);
      await visit.field('Name').fill(tooLong);
      await visit.button('Rename').click();
    },
  },
  {
    name: 'one-key-that-ended',
    role: 'busy',
    shows: /This key has ended/,
    async open(visit) {
      await visit.open(KEYS);
      await visit.page.locator('tr').last().getByRole('link').click();
    },
  },
  {
    name: 'revoke',
    role: 'busy',
    shows: 'Revoke this key?',
    async open(visit, { names }) {
      await openKey(visit, names.keys[0]);
      await visit.link('Revoke the key…').click();
    },
  },
  {
    name: 'new-key',
    role: 'busy',
    shows: 'Copy it now',
    async open(visit, { names }) {
      await visit.open(KEYS);
      await visit.field('Name').fill(names.keys[0]);
      await visit.button('Create a key').click();
    },
  },
  {
    name: 'new-key-in-the-place-of-another',
    role: 'busy',
    shows: /^The key before/,
    async open(visit, { names }) {
      await openKey(visit, names.keys[0]);
      await visit.button('Rotate').click();
    },
  },
  {
    name: 'key-revoked',
    role: 'busy',
    shows: 'The key is revoked: requests with it are refused.',
    async open(visit, { names }) {
      await openKey(visit, names.keys[1]);
      await visit.link('Revoke the key…').click();
      await visit.button('Revoke the key').click();
    },
  },
];
