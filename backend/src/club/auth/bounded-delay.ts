export interface DelaySettings {
  delayMs: number;
  waiting: number;
}

/** Delays every caller and refuses none: when `waiting` callers already wait, the oldest of them continues at once. */
export class BoundedDelay {
  readonly #waiting = new Set<() => void>();

  constructor(private readonly settings: () => DelaySettings) {}

  pass(): Promise<void> {
    const { delayMs, waiting } = this.settings();
    const [longest] = this.#waiting;
    if (longest && this.#waiting.size >= waiting) longest();
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, delayMs);
      this.#waiting.add(go);
    });
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Lets everybody go on: the process ends. */
  close(): void {
    for (const go of this.#waiting) go();
  }
}
