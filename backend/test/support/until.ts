/** Asks again and again until there is an answer: for what happens in the background, on a deadline that only a failure meets. */
export async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline;) {
    const found = await ask();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no ${what} in time`);
}
