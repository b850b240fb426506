import type { UsageSpan, UsageStep } from '../../../../domain/account/usage.ts';
import { Layout, type Visitor } from './layout.tsx';
import { PlanFacts, type PlanShown } from './parts/plan-facts.tsx';
import { QuotaNow, type QuotaShown } from './parts/quota-now.tsx';
import { UsageSection } from './parts/usage-section.tsx';

interface OverviewPageProps {
  visitor: Visitor;
  /** Null where the service does not know the subscriber's plan. */
  plan: PlanShown | null;
  isSuspended: boolean;
  /** Null where there is none, or it can't be asked for now. */
  quota: QuotaShown | null;
  /** Each step of each span, those without a count too; the last one is under way. */
  usage: Record<UsageSpan, UsageStep[]>;
}

export function OverviewPage({ visitor, plan, isSuspended, quota, usage }: OverviewPageProps) {
  return (
    <Layout title="Overview" visitor={visitor} section="overview">
      <h1>Overview</h1>
      {isSuspended && (
        <p class="notice wrong">
          <strong>Your subscription is suspended.</strong> Requests are refused until the operator makes it active
          again.
        </p>
      )}
      <div class="pair">
        <PlanFacts plan={plan} />
        <QuotaNow quota={quota} hasAccess={plan?.apiAccess ?? true} />
      </div>
      <h2>Usage</h2>
      <UsageSection span="hour" steps={usage.hour} />
      <UsageSection span="day" steps={usage.day} />
      <UsageSection span="month" steps={usage.month} />
    </Layout>
  );
}
