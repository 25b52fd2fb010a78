/**
 * Delays that belong to a script: the answer of a server that is slow on purpose, a job that its queue puts back for a time. To wait for
 * something to happen, use `until` or an event.
 */
const elapsed = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** A server's answer after its scripted latency. */
export async function answerAfter<T = void>(ms: number, answer?: () => T | Promise<T>): Promise<T> {
  await elapsed(ms);
  return (await answer?.()) as T;
}

/** A queue's postponement: the job runs again after `ms`. */
export const putBack = (ms: number): Promise<void> => elapsed(ms);
