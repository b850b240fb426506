import { addDashboardCustomer, invite } from './dashboard-customer.ts';
import { at, type Screen } from './screen.ts';

/** The pages for whoever is not signed in. */
export const entryScreens: readonly Screen[] = [
  { name: 'sign-in', role: 'nobody', shows: /Lost your password/, open: at('/dashboard/sign-in') },
  {
    name: 'sign-in-with-a-fault',
    role: 'nobody',
    shows: 'The e-mail address or the password is wrong.',
    async open(visit) {
      await visit.open('/dashboard/sign-in');
      await visit.signIn('nobody@example.com', 'not a password');
    },
  },
  {
    name: 'invitation',
    role: 'nobody',
    shows: /This invitation works once/,
    open: async (visit, { service, names }) =>
      visit.open(await addDashboardCustomer(service, { id: 'invited', name: names.customer })),
  },
  {
    name: 'invitation-with-faults',
    role: 'nobody',
    shows: 'Nothing was done. Please mend this:',
    open: async (visit, { service }) => visit.accept(await invite(service, 'invited'), 'too short'),
  },
  {
    name: 'spent-link',
    role: 'nobody',
    shows: 'This link has ended',
    async open(visit, { service }) {
      const link = await invite(service, 'invited');
      await invite(service, 'invited');
      await visit.open(link);
    },
  },
];
