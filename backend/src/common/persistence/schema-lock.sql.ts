/** Advisory lock on the schema: a migration takes it exclusively, a backup takes it shared, so that neither runs beside the other. */
export const SCHEMA_LOCK = 7_489_201;

/** SQLSTATE of a statement that waited for `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

export const isLockTimeout = (error: unknown): boolean => (error as { code?: string } | null)?.code === LOCK_NOT_AVAILABLE;
