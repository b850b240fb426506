// Exits 0 if the service in this container answers GET /health/live (or ready, when told so) with 200, else 1.
const [probe = 'live'] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/health/${probe}`;

try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(4000) });
  console.log(answer.status, await answer.text());
  process.exit(answer.status === 200 ? 0 : 1);
} catch (error) {
  console.log(`${url}: ${error.cause?.code ?? error.message}`);
  process.exit(1);
}
