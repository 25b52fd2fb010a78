/** SQLSTATEs with which PostgreSQL refuses to write while it goes on reading, and what they mean for readiness. */
const REASONS: Record<string, string> = {
  '53100': 'the database has no disk space left',
  '25006': 'the database is read-only',
};

/** Of this process: set by the first refused write, cleared by the next heartbeat that was written. */
let reason: string | null = null;

function reasonFor(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' ? REASONS[code] : undefined) ?? reasonFor(cause);
}

/** Whether the database refused to write because of its own state: nothing is wrong with the statement, and it takes an operator to end it. */
export const isRefusedWrite = (error: unknown): boolean => reasonFor(error) !== undefined;

export const refusedWrites = {
  /** Why the database refuses to write; null: it writes, as far as is known. */
  get reason(): string | null {
    return reason;
  },
  note(error: unknown): void {
    reason = reasonFor(error) ?? reason;
  },
  clear(): void {
    reason = null;
  },
};
