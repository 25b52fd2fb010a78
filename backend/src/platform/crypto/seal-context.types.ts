/**
 * Where a sealed value is stored. A ciphertext opens only with the context it was sealed with, so that it cannot be moved to another row,
 * member or column.
 */
export interface SealContext {
  table: string;
  rowId: string;
  /** Null for rows that belong to no member. */
  userId: string | null;
  field: string;
}

/**
 * A sealed value does not open: it was altered, truncated, moved, or sealed with a key that this process does not have. The message
 * contains no content.
 */
export class SealBroken extends Error {
  constructor(context: SealContext, reason: string) {
    super(`${context.table}.${context.field} of ${context.rowId} does not open: ${reason}`);
    this.name = 'SealBroken';
  }
}

/**
 * Each part after its length in four bytes: two different lists of parts never give the same bytes, which joining by a separator does not
 * promise.
 */
export function lengthPrefixed(...parts: (string | Buffer)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** The associated data of everything sealed (security 3.1). */
export function associatedData({ table, rowId, userId, field }: SealContext): Buffer {
  return lengthPrefixed('club/v1', table, rowId, userId ?? '', field);
}
