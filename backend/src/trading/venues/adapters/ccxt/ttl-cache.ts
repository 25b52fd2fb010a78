/** Cache shared by all accounts of a process. Concurrent reads share one request; failures are not cached. */
export class TtlCache {
  readonly #values = new Map<string, { at: number; value: Promise<unknown> }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Returns the value of `key` if it is younger than `maxAgeMs`, else the result of `read`. A key always has the same type. */
  get<T>(key: string, maxAgeMs: number, read: () => Promise<T>): Promise<T> {
    const known = this.#values.get(key);
    if (known && this.now() - known.at < maxAgeMs) return known.value as Promise<T>;
    const value = read();
    this.#values.set(key, { at: this.now(), value });
    value.catch(() => {
      if (this.#values.get(key)?.value === value) this.#values.delete(key);
    });
    return value;
  }
}
