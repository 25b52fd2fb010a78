import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').index(),
    /** The authenticator's own name of it; no two accounts share one. */
    credentialId: p.blob().unique(),
    /** COSE. */
    publicKey: p.blob(),
    /** Signatures the authenticator says it has made; many always say 0. */
    counter: p.bigint().defaultRaw('0'),
    /** How a browser may reach the authenticator: a hint and no more. */
    transports: p.json<string[]>(),
    /** What its owner calls it. */
    name: p.string().length(60),
    createdAt: p.datetime().defaultRaw('now()'),
    lastUsedAt: p.datetime().nullable(),
  },
});

export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);
export { PasskeySchema };
