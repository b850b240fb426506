export interface QuotaShown {
  limit: number;
  remaining: number;
  availableInSeconds: number;
}

/** The script keeps what is marked as live up to date: bare numbers, so that no sentence is written twice. */
export function QuotaNow({ quota, hasAccess }: { quota: QuotaShown | null; hasAccess: boolean }) {
  return (
    <section class="card" aria-labelledby="quota">
      <h2 id="quota">Requests left now</h2>
      {quota === null ? (
        <p>
          {hasAccess
            ? "What is left can't be told just now."
            : 'Your plan has no access to the API, and so no requests.'}
        </p>
      ) : (
        <>
          <p class="figure">
            <span data-live="remaining">{quota.remaining}</span> of <span data-live="limit">{quota.limit}</span>
          </p>
          <progress data-live="meter" value={quota.remaining} max={quota.limit} aria-label="Requests left" />
          <p>
            Seconds until the next one is accepted: <span data-live="wait">{quota.availableInSeconds}</span>
          </p>
        </>
      )}
    </section>
  );
}
