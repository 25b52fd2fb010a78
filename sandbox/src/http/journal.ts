import type { Scope } from './limits.ts';

export interface LogEntry {
  seq: number;
  /** Server time of the exchange. */
  at: number;
  /** "GET /api/v3/myTrades" */
  name: string;
  /** Without the signature. */
  params: Record<string, string>;
  member: string | undefined;
  ip: string;
  scope: Scope | undefined;
  weight: number;
  status: number;
  /** The wire's error code. */
  code: number | undefined;
  /** Id of the fault that hit it. */
  fault: number | undefined;
}

export interface Totals {
  requests: number;
  weight: number;
  scopes: Record<string, { requests: number; weight: number }>;
  statuses: Record<string, number>;
  endpoints: Record<string, { requests: number; weight: number }>;
  /** By member and scope, for requests with a known key. */
  members: Record<string, Record<string, { requests: number; weight: number }>>;
}

const KEPT = 50_000;

/** What was asked. The last 50,000 requests one by one, all of them in sums. */
export class Journal {
  private entries: LogEntry[] = [];
  private seq = 0;
  private sums = emptyTotals();

  add(entry: Omit<LogEntry, 'seq'>): void {
    this.entries.push({ seq: ++this.seq, ...entry });
    if (this.entries.length > KEPT * 1.2) this.entries = this.entries.slice(-KEPT);
    const { scope = 'none', weight, status, name, member } = entry;
    this.sums.requests++;
    this.sums.weight += weight;
    count(this.sums.scopes, scope, weight);
    count(this.sums.endpoints, name, weight);
    if (member !== undefined) count((this.sums.members[member] ??= {}), scope, weight);
    this.sums.statuses[status] = (this.sums.statuses[status] ?? 0) + 1;
  }

  read(filter: { since?: number; member?: string; path?: string; limit?: number }): LogEntry[] {
    return this.entries
      .filter(
        (e) =>
          e.seq > (filter.since ?? 0) &&
          (filter.member === undefined || e.member === filter.member) &&
          (filter.path === undefined || e.name.includes(filter.path)),
      )
      .slice(-(filter.limit ?? KEPT));
  }

  totals(): Totals {
    return this.sums;
  }

  clear(): void {
    this.entries = [];
    this.sums = emptyTotals();
  }
}

function emptyTotals(): Totals {
  return { requests: 0, weight: 0, scopes: {}, statuses: {}, endpoints: {}, members: {} };
}

function count(into: Record<string, { requests: number; weight: number }>, key: string, weight: number): void {
  const slot = (into[key] ??= { requests: 0, weight: 0 });
  slot.requests++;
  slot.weight += weight;
}
