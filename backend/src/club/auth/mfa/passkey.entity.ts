import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').index(),
    /** Chosen by the authenticator; unique across accounts. */
    credentialId: p.blob().unique(),
    /** COSE. */
    publicKey: p.blob(),
    /** The authenticator's signature counter; many always send 0. */
    counter: p.bigint().defaultRaw('0'),
    /** Hints for the browser on how to reach the authenticator. */
    transports: p.json<string[]>(),
    /** Chosen by the user. */
    name: p.string().length(60),
    createdAt: p.datetime().defaultRaw('now()'),
    lastUsedAt: p.datetime().nullable(),
  },
});

export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);
export { PasskeySchema };
