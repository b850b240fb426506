import type { CustomerVisit } from './customer-visit.ts';
import type { Role, Stage } from './dashboard-stage.ts';

/** A page of the dashboard as somebody comes to it. */
export interface Screen {
  /** What it is called as a file, too. */
  readonly name: string;
  readonly role: Role;
  /** What stands on it alone. */
  readonly shows: string | RegExp;
  readonly open: (visit: CustomerVisit, stage: Stage) => Promise<void>;
}

/** A page that has an address. */
export const at = (path: string) => (visit: CustomerVisit) => visit.open(path);

/** Opens it, and waits until it is there. */
export async function openScreen({ role, shows, open }: Screen, stage: Stage): Promise<CustomerVisit> {
  const visit = stage.visits[role];
  await open(visit, stage);
  await visit.page.getByText(shows, { exact: true }).first().waitFor();
  await visit.page.waitForLoadState();
  return visit;
}
