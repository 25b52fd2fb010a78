import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    /** PHC string; the codes of a set share one salt, see recovery-code.service.ts. */
    hash: p.string().length(255).hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    usedAt: p.datetime().nullable(),
  },
  uniques: [{ name: 'recovery_codes_user_hash_unique', properties: ['user', 'hash'] }],
});

export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
export { RecoveryCodeSchema };
