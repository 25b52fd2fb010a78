import type { AuditRecord } from '../../operations/audit/index.js';
import type { Mandate } from './mandate.repository.js';

/** An event of a mandate that the system caused, for the audit log. */
export const fundEventOf = (act: string, { id, userId }: Pick<Mandate, 'id' | 'userId'>, detail: object): AuditRecord => ({
  action: `fund.${act}`,
  actorId: null,
  actorRole: null,
  targetType: 'fund mandate',
  targetId: id,
  detail: { userId, ...detail },
});
