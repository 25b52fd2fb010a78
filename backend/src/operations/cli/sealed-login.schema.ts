import { z } from 'zod';
import type { SealContext } from '../../platform/crypto/index.js';

/** An exchange sign-in in transit from the server to the offline machine: still sealed, with its seal context. */
export const sealedLogin = z.strictObject({ submissionId: z.uuid(), userId: z.uuid(), platform: z.string(), sealed: z.base64() });
export type SealedLogin = z.output<typeof sealedLogin>;

/** As the KYC module seals it. */
export function loginContext({ submissionId, userId }: Pick<SealedLogin, 'submissionId' | 'userId'>): SealContext {
  return { table: 'kyc_submissions', rowId: submissionId, userId, field: 'exchange_login' };
}
