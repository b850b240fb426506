import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ids } from '../../src/composition/ids.ts';
import type { UsageCount } from '../../src/domain/account/usage.ts';
import { CustomerVisit } from './customer-visit.ts';
import { addDashboardCustomer, goodPassword } from './dashboard-customer.ts';
import { startService, type TestService } from './service.ts';

/** Nobody yet; customers with keys and usage, with neither, and with as many keys as may be; and one who may not call. */
export const roles = ['nobody', 'busy', 'new', 'full', 'free'] as const;
export type Role = (typeof roles)[number];

/** What the customers are called, and call their keys. */
export interface Names {
  readonly customer: string;
  readonly keys: readonly [string, string, string, string, string];
}

export interface Stage {
  readonly service: TestService;
  readonly names: Names;
  readonly visits: Readonly<Record<Role, CustomerVisit>>;
  end(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_KEYS = 20;
const ID_OF = { busy: 'acme', new: 'newcomer', full: 'collector', free: 'visitor' } as const;

export const believable: Names = {
  customer: 'Acme Travel',
  keys: ['Build server', 'Nightly import', 'Staging', 'Old laptop', 'Checkout'],
};

/** A service in this process with customers of each kind, and a browser of each, signed in. */
export async function setStage({ browser, names = believable, options }: StageWish): Promise<Stage> {
  const service = await startService();
  const visits: Partial<Record<Role, CustomerVisit>> = {};
  for (const role of roles) {
    visits[role] = await CustomerVisit.begin({ browser, url: service.url, ...(options && { options }) });
  }
  const links = new Map<Role, string>();
  for (const role of ['busy', 'new', 'full', 'free'] as const) {
    const customer = { id: ID_OF[role], name: names.customer, plan: role === 'free' ? 'free' : 'annual' };
    links.set(role, await addDashboardCustomer(service, customer));
  }
  await addKeys(service, names);
  await addUsage(service);
  for (const [role, link] of links) await visits[role]?.accept(link, goodPassword);
  return {
    service,
    names,
    visits: visits as Record<Role, CustomerVisit>,
    async end() {
      for (const visit of Object.values(visits)) await visit.end();
      await service.stop();
    },
  };
}

interface StageWish {
  readonly browser: Browser;
  readonly names?: Names;
  readonly options?: BrowserContextOptions;
}

/** Keys of each kind, of some days: one that has expired, one that is revoked, and one that was rotated. */
async function addKeys({ container, clock }: TestService, { keys: names }: Names): Promise<void> {
  const keys = container.get(ids.administerKeys);
  const made: string[] = [];
  for (const [index, name] of names.entries()) {
    const expiresInMs = index === 2 ? DAY_MS / 4 : index === 1 ? 90 * DAY_MS : null;
    const { key } = await keys.create({ subscriberId: ID_OF.busy, name, expiresInMs });
    made.push(key.id);
    clock.advance(DAY_MS / 8);
  }
  const [first = '', second = '', , fourth = '', fifth = ''] = made;
  const nowMs = clock.nowMs();
  await container.get(ids.keyStore).recordUses(
    new Map([
      [first, nowMs - 60_000],
      [second, nowMs - 7_200_000],
      [fourth, nowMs - 9_000_000],
    ]),
  );
  await keys.revoke(fourth);
  await keys.rotate(fifth, { overlapMs: DAY_MS });
  for (let count = 0; count < MOST_KEYS; count += 1) {
    await keys.create({ subscriberId: ID_OF.full, name: names[count % names.length] ?? null, expiresInMs: null });
    clock.advance(60_000);
  }
}

/** As of a customer whose programs work by day, and came to the end of their quota now and then. */
async function addUsage({ container, clock }: TestService): Promise<void> {
  const nowMs = clock.nowMs();
  const hours = Array.from({ length: 30 * 24 }, (_, ago) => {
    const atMs = nowMs - (ago + 1) * HOUR_MS;
    const daylight = Math.max(0, Math.sin((((new Date(atMs).getUTCHours() - 6) % 24) * Math.PI) / 13));
    return usageOf(atMs, Math.round(daylight * (300 + ((ago * 37) % 90))), ago % 131 === 2);
  });
  const minutes = Array.from({ length: 59 }, (_, ago) =>
    usageOf(nowMs - (ago + 1) * 60_000, 3 + ((ago * 7) % 5) * ((ago * 3) % 4), ago === 22),
  );
  await container.get(ids.usageStore).addUsage([...hours, ...minutes]);
}

function usageOf(atMs: number, requests: number, isOverdone: boolean): UsageCount {
  const refusals = isOverdone ? Math.round(requests / 7) + 2 : 0;
  return { subscriberId: ID_OF.busy, atMs, requests, passwords: requests * 3, refusals };
}
