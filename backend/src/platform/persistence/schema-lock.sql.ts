/** Advisory lock on the schema: migrations take it exclusively, backups shared. */
export const SCHEMA_LOCK = 7_489_201;

/** SQLSTATE of a statement that exceeded `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

export const isLockTimeout = (error: unknown): boolean => (error as { code?: string } | null)?.code === LOCK_NOT_AVAILABLE;
