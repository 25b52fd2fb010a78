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
    /** Null: a code of it has not been shown yet, so it counts for nothing. */
    confirmedAt: p.datetime().nullable(),
    /** The time step of the last code that was accepted: that one and all before it are used up. */
    lastStep: p.bigint().nullable(),
  },
  uniques: [
    // A user has one, and may have a second that waits to take its place.
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
