// Exits with 0 where the process of this container says that it is ready: for the container's health check.
const port = process.env.WORKER_PORT || process.env.PORT || 3000;

try {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(3_000) });
  process.stdout.write(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(String(error.cause ?? error));
  process.exitCode = 1;
}
