import { entryScreens } from './entry-screens.ts';
import { keyScreens } from './key-screens.ts';
import { at, type Screen } from './screen.ts';

const ACCOUNT = '/dashboard/settings/account';

const otherScreens: readonly Screen[] = [
  { name: 'overview', role: 'busy', shows: 'Requests left now', open: at('/dashboard') },
  {
    name: 'overview-as-tables',
    role: 'busy',
    shows: 'Minute (UTC)',
    async open(visit) {
      await visit.open('/dashboard');
      for (const summary of await visit.page.getByText(/as a table$/).all()) await summary.click();
    },
  },
  { name: 'overview-without-usage', role: 'new', shows: 'Requests left now', open: at('/dashboard') },
  { name: 'overview-without-access', role: 'free', shows: /^Your plan has no access/, open: at('/dashboard') },
  { name: 'account', role: 'busy', shows: 'Where you are signed in', open: at(ACCOUNT) },
  {
    name: 'account-with-faults',
    role: 'busy',
    shows: 'Nothing was done. Please mend this:',
    async open(visit) {
      await visit.open(ACCOUNT);
      await visit.field('Current password').fill('not my password');
      await visit.field('New password').fill('another one that would do');
      await visit.button('Change the password').click();
    },
  },
  { name: 'try-it', role: 'new', shows: 'How many', open: at('/dashboard/try') },
  {
    name: 'try-it-with-result',
    role: 'new',
    shows: 'Your password',
    async open(visit) {
      await visit.open('/dashboard/try');
      await visit.button('Generate').click();
    },
  },
  {
    name: 'try-it-with-results',
    role: 'new',
    shows: 'Your passwords',
    async open(visit) {
      await visit.open('/dashboard/try');
      await visit.field('Length').fill('128');
      await visit.field('How many').fill('3');
      await visit.button('Generate').click();
    },
  },
  {
    name: 'try-it-with-faults',
    role: 'new',
    shows: 'Nothing was done. Please mend this:',
    async open(visit) {
      await visit.open('/dashboard/try');
      await visit.field('Length').fill('some');
      await visit.field('Symbols').uncheck();
      await visit.button('Generate').click();
    },
  },
  {
    name: 'try-it-refused',
    role: 'free',
    shows: 'Your plan has no API access: change to one that has.',
    async open(visit) {
      await visit.open('/dashboard/try');
      await visit.button('Generate').click();
    },
  },
  { name: 'not-found', role: 'busy', shows: 'There is no such page', open: at('/dashboard/nowhere') },
  { name: 'not-found-by-nobody', role: 'nobody', shows: 'There is no such page', open: at('/dashboard/nowhere') },
];

/** Every page of the dashboard, and what it shows of faults. */
export const screens: readonly Screen[] = [...entryScreens, ...keyScreens, ...otherScreens];
