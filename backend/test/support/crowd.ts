const MAX_TRIES = 100;

interface Response {
  statusCode: number;
  headers: Record<string, unknown>;
}

/**
 * Sends all requests at once. Whoever gets a 503 tries again once the others of its round are answered; returns the answers to each
 * request, the final one last.
 */
export async function askAtOnce<R extends Response>(asks: readonly (() => Promise<R>)[]): Promise<R[][]> {
  const answers = asks.map((): R[] => []);
  let waiting = [...asks.keys()];
  for (let tries = 1; waiting.length > 0 && tries <= MAX_TRIES; tries++) {
    await Promise.all(waiting.map(async (n) => answers[n]!.push(await asks[n]!())));
    waiting = waiting.filter((n) => isBusy(answers[n]!.at(-1)!));
  }
  return answers;
}

function isBusy({ statusCode, headers }: Response): boolean {
  if (statusCode !== 503) return false;
  if (!(Number(headers['retry-after']) >= 1)) throw new Error('a 503 does not say when to try again');
  return true;
}
