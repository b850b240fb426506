/**
 * A moment to the minute, broken after its day at most. It is told in UTC: the server does not know where the reader is.
 */
export function Moment({ atMs, none = '–' }: { atMs: number | null; none?: string }) {
  if (atMs === null) return <>{none}</>;
  const [day = '', time = ''] = new Date(atMs).toISOString().split('T');
  return <time datetime={`${day}T${time}`}>{`${day} ${time.slice(0, 5)}\u00a0UTC`}</time>;
}
