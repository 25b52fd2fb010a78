import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

const TotpFactorSchema = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factors',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    /** 20 random bytes, sealed for this row and user. */
    seed: p.blob().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Null: pending until its first code. */
    confirmedAt: p.datetime().nullable(),
    /** Time step of the last accepted code. It and all earlier ones are used up. */
    lastStep: p.bigint().nullable(),
  },
  uniques: [
    // A user has one confirmed app and may have a pending one that replaces it.
    {
      name: 'totp_factors_confirmed_unique',
      expression: 'create unique index "totp_factors_confirmed_unique" on "totp_factors" ("user_id") where "confirmed_at" is not null',
    },
    {
      name: 'totp_factors_pending_unique',
      expression: 'create unique index "totp_factors_pending_unique" on "totp_factors" ("user_id") where "confirmed_at" is null',
    },
  ],
});

/** An authenticator app. */
export class TotpFactor extends TotpFactorSchema.class {}
TotpFactorSchema.setClass(TotpFactor);
export { TotpFactorSchema };
