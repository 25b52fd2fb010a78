const PAUSE_MS = 100;

/** Asks again until `check` stops throwing; after the deadline its last error is the test's. */
export async function eventually<T>(check: () => Promise<T> | T, deadlineMs = 45_000): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((next) => setTimeout(next, PAUSE_MS));
    }
  }
}
