import { wholeNumber } from './whole-number.ts';

export interface PlanShown {
  id: string;
  requestsPerMinute: number;
  apiAccess: boolean;
  price?: { amountUsd: number; per: 'month' | 'year' };
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

export function PlanFacts({ plan }: { plan: PlanShown | null }) {
  return (
    <section class="card" aria-labelledby="plan">
      <h2 id="plan">Plan</h2>
      {plan === null ? (
        <p>Your plan is not known here just now. Ask the operator.</p>
      ) : (
        <>
          <p class="figure">{plan.id}</p>
          <p>
            {plan.apiAccess ? `${wholeNumber(plan.requestsPerMinute)} requests a minute` : 'Without access to the API'}
            {plan.price && `, ${dollars.format(plan.price.amountUsd)} a ${plan.price.per}`}
          </p>
        </>
      )}
    </section>
  );
}
