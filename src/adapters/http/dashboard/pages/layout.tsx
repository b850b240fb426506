import type { ComponentChildren } from 'preact';
import { Written } from './parts/written.tsx';

/** Who is signed in. */
export interface Visitor {
  email: string;
  subscriberId: string;
  name: string | null;
}

const overview = { name: 'overview', path: '/dashboard', label: 'Overview' } as const;
const settings = [
  { name: 'api-keys', path: '/dashboard/settings/api-keys', label: 'API Keys' },
  { name: 'account', path: '/dashboard/settings/account', label: 'Account' },
] as const;
const tryIt = { name: 'try', path: '/dashboard/try', label: 'Try it' } as const;

type Section = typeof overview | (typeof settings)[number] | typeof tryIt;

interface LayoutProps {
  /** In our words alone: a title has no element that would hold a customer's direction of writing. */
  title: string;
  visitor: Visitor | null;
  section?: Section['name'];
  /** The page is that section itself, and not one below it. */
  isSection?: boolean;
  children: ComponentChildren;
}

/** The frame of each page. The icon is empty: without one, a browser would ask for /favicon.ico. */
export function Layout({ title, visitor, section, isSection = true, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – Passwords`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/dashboard/assets/pico.css" />
        <link rel="stylesheet" href="/dashboard/assets/dashboard.css" />
        <script src="/dashboard/assets/dashboard.js" defer />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="top">
          <div class="frame">
            <a class="brand" href="/dashboard">
              Passwords
            </a>
            {visitor && <Sections here={section} isSection={isSection} />}
            {visitor && <SignedIn visitor={visitor} />}
          </div>
        </header>
        <main id="main" tabindex={-1} class={visitor ? 'frame' : 'frame narrow'}>
          {children}
        </main>
        <footer class="frame">
          <a href="/docs">API documentation</a>
        </footer>
        <p class="told" aria-live="polite" data-told />
      </body>
    </html>
  );
}

interface Here {
  here: Section['name'] | undefined;
  isSection: boolean;
}

function Sections(place: Here) {
  return (
    <nav aria-label="Dashboard">
      <ul>
        <SectionLink section={overview} {...place} />
        <li class="group">
          <a href="/dashboard/settings">Settings</a>
          <ul>
            {settings.map((section) => (
              <SectionLink key={section.name} section={section} {...place} />
            ))}
          </ul>
        </li>
        <SectionLink section={tryIt} {...place} />
      </ul>
    </nav>
  );
}

function SectionLink({ section: { name, path, label }, here, isSection }: Here & { section: Section }) {
  return (
    <li>
      <a href={path} aria-current={name !== here ? undefined : isSection ? 'page' : 'true'}>
        {label}
      </a>
    </li>
  );
}

function SignedIn({ visitor }: { visitor: Visitor }) {
  return (
    <div class="signed-in">
      <p>
        <span class="unseen">Signed in: </span>
        {visitor.name !== null && (
          <strong>
            <Written text={visitor.name} />
          </strong>
        )}
        <Written text={visitor.email} />
      </p>
      <form method="post" action="/dashboard/sign-out">
        <button type="submit" class="small secondary outline">
          Sign out
        </button>
      </form>
    </div>
  );
}
