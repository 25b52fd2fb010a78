/** Where a sealed value lives. A ciphertext opens only under the context it was sealed with, so it cannot be moved to another row, member or column. */
export interface SealContext {
  table: string;
  rowId: string;
  /** Null for rows that belong to no member. */
  userId: string | null;
  field: string;
}

/** Something sealed that does not open: altered, cut, moved, or sealed by a key that this process does not have. The message names no content. */
export class SealBroken extends Error {
  constructor(context: SealContext, reason: string) {
    super(`${context.table}.${context.field} of ${context.rowId} does not open: ${reason}`);
    this.name = 'SealBroken';
  }
}

/** Each part after its length in four bytes: two different lists of parts never give the same bytes, which joining by a separator does not promise. */
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
