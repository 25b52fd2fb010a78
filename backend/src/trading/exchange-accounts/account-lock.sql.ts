export type LockFunction = 'pg_try_advisory_lock' | 'pg_advisory_unlock';

/** Takes or releases the advisory lock of the account `$1`. Returns `granted`. */
export const accountLock = (lockFunction: LockFunction) => `select ${lockFunction}(hashtextextended($1, 20)) as granted`;
