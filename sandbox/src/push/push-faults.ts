/** What goes wrong with messages. */
export interface PushFault {
  /** Id of a subscription; all when absent. */
  subscription?: string;
  /** `localhost` or `127.0.0.1`: as if there were two services. */
  host?: string;
  /** Matching messages that pass first, and that are hit. */
  skip?: number;
  times?: number;
  do: {
    status?: number;
    /** With `status`: seconds, or a date as text. */
    retryAfter?: number | string;
    /** With `status` 3xx. */
    location?: string;
    /** The connection breaks. */
    reset?: boolean;
    /** No answer, until the client goes. */
    hang?: boolean;
    delayMs?: number;
    /** Before `status`, `reset` and `hang`: the message is taken, and its answer is lost. */
    delivered?: boolean;
  };
}

const FIELDS = ['subscription', 'host', 'skip', 'times', 'do'];
const ACTIONS = ['status', 'retryAfter', 'location', 'reset', 'hang', 'delayMs', 'delivered'];

/** Faults that tests have armed. */
export class PushFaults {
  private armed: (PushFault & { seen: number; hits: number })[] = [];

  /** Throws for a field that is none: it would be a fault that never happens. */
  add(fault: PushFault): void {
    for (const name of Object.keys(fault)) if (!FIELDS.includes(name)) throw new Error(`unknown field of a fault: ${name}`);
    for (const name of Object.keys(fault.do ?? {})) if (!ACTIONS.includes(name)) throw new Error(`unknown fault action: ${name}`);
    if (Object.keys(fault.do ?? {}).length === 0) throw new Error('a fault needs do');
    this.armed.push({ ...fault, seen: 0, hits: 0 });
  }

  clear(): void {
    this.armed = [];
  }

  match(subscription: string, host: string): PushFault['do'] | undefined {
    for (const fault of this.armed) {
      if ((fault.subscription ?? subscription) !== subscription || (fault.host ?? host) !== host) continue;
      if (fault.seen++ < (fault.skip ?? 0) || fault.hits >= (fault.times ?? Infinity)) continue;
      fault.hits++;
      return fault.do;
    }
    return undefined;
  }
}
