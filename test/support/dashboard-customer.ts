import { ids } from '../../src/composition/ids.ts';
import type { TestService } from './service.ts';

export interface DashboardCustomer {
  readonly id: string;
  readonly name?: string | null;
  readonly plan?: string;
}

/** A password that can be had. */
export const goodPassword = 'larch-kettle-Oslo-47-ribbon';

/** Adds a subscriber who can sign in to the dashboard, and gives the page on which they set their password. */
export async function addDashboardCustomer(
  service: TestService,
  { id, name = null, plan = 'annual' }: DashboardCustomer,
): Promise<string> {
  const email = emailOf(id);
  await service.container.get(ids.administerSubscribers).add({ id, plan, name, email });
  return invite(service, id);
}

/** The page of a new invitation; those before have ended. */
export async function invite({ container }: TestService, id: string): Promise<string> {
  const { token } = await container.get(ids.inviteCustomer).invite(id);
  return `/dashboard/invitations/${token}`;
}

export function emailOf(id: string): string {
  return `${id}@example.com`;
}
