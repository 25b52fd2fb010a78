/** What all accounts of a process share for a while: asked once for everybody who waits, forgotten at once where it fails. */
export class Kept {
  readonly #values = new Map<string, { at: number; value: Promise<unknown> }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** The value under `key` where it is younger than `maxAgeMs`, else what `read` answers. A key always stands for the same type. */
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
