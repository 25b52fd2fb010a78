/**
 * Runs `work` over `items`, at most `limit` at a time. After a failure no further item is started; running
 * ones are awaited, then the first failure is thrown.
 */
export async function eachLimited<T>(items: Iterable<T>, limit: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items].reverse();
  let failure: { error: unknown } | null = null;
  const lane = async () => {
    while (queue.length > 0 && !failure) {
      try {
        await work(queue.pop()!);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, queue.length) }, lane));
  if (failure) throw (failure as { error: unknown }).error;
}
