import { expect } from 'chai';
import { dashboardPages } from '../../../../support/dashboard-pages.ts';

const titles: Readonly<Record<string, string>> = {
  'sign-in': 'Sign in – Passwords',
  invitation: 'Set your password – Passwords',
  overview: 'Overview – Passwords',
  'api-keys': 'API Keys – Passwords',
  'new-key': 'Your new key – Passwords',
  'api-key': 'API key pgs_abcd…wxyz – Passwords',
  'revoke-key': 'Revoke pgs_abcd…wxyz – Passwords',
  account: 'Account – Passwords',
  'try-it': 'Try it – Passwords',
  failure: 'No such page – Passwords',
  'failure of nobody': 'Not now – Passwords',
};
/** Of those who are nobody yet. */
const withoutNavigation = ['sign-in', 'invitation', 'failure of nobody'];
/** What the pages' policy would refuse, or leads elsewhere. */
const refused = [
  [/<[^>]* style=/, 'a style of its own'],
  [/<style/, 'a sheet within'],
  [/<script(?! src="\/dashboard\/assets\/dashboard\.js")/, 'another script'],
  [/<[a-z][^>]* on[a-z]+=/, 'a handler within'],
  [/https?:\/\//, 'an address elsewhere'],
  [/javascript:/, 'a script as an address'],
] as const;

function all(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, text = '']) => text);
}

describe('every page of the dashboard', () => {
  for (const [name, html] of Object.entries(dashboardPages())) {
    describe(name, () => {
      it('is a whole document, with a title of its own', () => {
        expect(html).to.match(/^<!doctype html><html lang="en"><head><meta charset="utf-8"\/>/);
        expect(all(html, /<title>(.*?)<\/title><link/g)).to.deep.equal([titles[name]]);
        expect(all(html, /<(h1|main)[ >]/g)).to.deep.equal(['main', 'h1']);
        expect(all(html, /(?:href|src)="(\/dashboard\/assets\/[^"]*|data:,)"/g)).to.deep.equal([
          'data:,',
          '/dashboard/assets/pico.css',
          '/dashboard/assets/dashboard.css',
          '/dashboard/assets/dashboard.js',
        ]);
      });

      for (const [pattern, what] of refused) it(`has no ${what}`, () => expect(html).not.to.match(pattern));

      it('leads to all the others, where somebody is signed in', () => {
        const links = all(html, /<nav.*?>(.*?)<\/nav>/gs).flatMap((nav) => all(nav, /href="([^"]*)"/g));
        const settings = ['/dashboard/settings', '/dashboard/settings/api-keys', '/dashboard/settings/account'];
        const others = ['/dashboard', ...settings, '/dashboard/try'];
        expect(links).to.deep.equal(withoutNavigation.includes(name) ? [] : others);
        expect(html.includes('action="/dashboard/sign-out"')).to.equal(!withoutNavigation.includes(name));
      });

      it('has each id once, and names no other', () => {
        const ids = all(html, / id="([^"]*)"/g);
        expect(ids).to.deep.equal([...new Set(ids)]);
        const named = all(
          html,
          / (?:for|href|aria-labelledby|aria-describedby|data-copy|data-use|data-into|data-show)="#?([^"/]*)"/g,
        );
        expect(ids).to.include.members(named.flatMap((text) => text.split(' ')).filter((id) => id !== 'data:,'));
      });

      it('hides each button that needs the script', () => {
        const buttons = all(html, /<button (type="button"[^>]*)>/g);
        expect(buttons.filter((attributes) => !/ data-(copy|use|show)=.* hidden$/.test(attributes))).to.deep.equal([]);
      });
    });
  }
});
