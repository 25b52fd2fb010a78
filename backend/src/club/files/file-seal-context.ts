import type { SealContext } from '../../platform/crypto/index.js';

/** What a file is sealed for: its row and its owner. */
export function fileSealContext({ id, userId }: { id: string; userId: string }): SealContext {
  return { table: 'files', rowId: id, userId, field: 'content' };
}
