/** SQLSTATEs with which PostgreSQL refuses writes while reads still work, and the reason shown by readiness. */
const REASONS: Record<string, string> = {
  '53100': 'the database has no disk space left',
  '25006': 'the database is read-only',
};

/** Per process: set by the first refused write, cleared by the next successful heartbeat. */
let reason: string | null = null;

function reasonFor(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' ? REASONS[code] : undefined) ?? reasonFor(cause);
}

/** Returns whether the database refused the write because of its own state, which an operator has to fix. */
export const isRefusedWrite = (error: unknown): boolean => reasonFor(error) !== undefined;

export const refusedWrites = {
  /** Why the database refuses writes; null while none was refused. */
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
