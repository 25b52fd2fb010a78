/** A group that takes longer holds up nobody else: what comes later does not wait for it. */
const PATIENCE_MS = 5_000;

interface Waiting<Call, Result> {
  call: Call;
  done: (result: Result) => void;
  failed: (error: unknown) => void;
}

/**
 * Performs calls of many in groups, for work whose cost is a transaction each. A group is what came while the one before was under way, so
 * that a call that is alone waits for nothing. If a group fails, each of its calls is performed alone.
 */
export class GroupedCalls<Call, Result> {
  #waiting: Waiting<Call, Result>[] = [];
  #isBusy = false;

  /** `perform` returns the results in the order of its calls, of which there are at most `most`. */
  constructor(
    private readonly perform: (calls: readonly Call[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  call(call: Call): Promise<Result> {
    const result = new Promise<Result>((done, failed) => this.#waiting.push({ call, done, failed }));
    if (!this.#isBusy) void this.#work();
    return result;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    // What comes in the same turn of the event loop is one group.
    await Promise.resolve();
    for (let group; (group = this.#waiting.splice(0, this.most)).length > 0;) await this.#settleWithin(group);
    this.#isBusy = false;
  }

  #settleWithin(group: readonly Waiting<Call, Result>[]): Promise<void> {
    return new Promise((goOn) => {
      const timer = setTimeout(goOn, this.patienceMs);
      void this.#settle(group).finally(() => {
        clearTimeout(timer);
        goOn();
      });
    });
  }

  async #settle(group: readonly Waiting<Call, Result>[]): Promise<void> {
    try {
      const results = await this.perform(group.map(({ call }) => call));
      group.forEach(({ done }, i) => done(results[i]!));
    } catch (error) {
      if (group.length > 1) for (const one of group) await this.#settle([one]);
      else group[0]!.failed(error);
    }
  }
}
