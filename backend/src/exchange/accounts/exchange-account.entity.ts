import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';
import { venues } from '../port/index.js';

/** unchecked: the exchange was out of reach when it was given. */
export const keyStates = ['unchecked', 'valid', 'too_powerful', 'invalid'] as const;
export type KeyState = (typeof keyStates)[number];

/** What the last check of a key found. */
export interface StoredKeyRights {
  /** Rights beyond reading, in words. */
  excessive: string[];
  restrictedByAddress: boolean;
  /** When the venue ends the key by itself, ISO 8601. */
  expiresAt?: string | null;
}

const ExchangeAccountSchema = defineEntity({
  name: 'ExchangeAccount',
  tableName: 'exchange_accounts',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('restrict').updateRule('no action'),
    venue: p.enum(venues),
    /** The venue's number of the account, once a key has told it. Another number is another ledger: two accounts never share a cursor. */
    uid: p.string().length(20).nullable(),
    /** Sealed for this row and member; null once the key is removed. */
    apiKey: p.blob().nullable().hidden(),
    secretKey: p.blob().nullable().hidden(),
    passphrase: p.blob().nullable().hidden(),
    /** The last characters of the API key. */
    keyHint: p.string().length(4),
    /** Blind index of the API key: one key serves one member (security 3.1). */
    fingerprint: p.blob(),
    keyState: p.enum(keyStates),
    keyRights: p.json<StoredKeyRights>().nullable(),
    keyCheckedAt: p.datetime().nullable(),
    /** First refusal of a key that worked; a second one ten minutes later makes it invalid. */
    keyRefusedAt: p.datetime().nullable(),
    /** The one account of the member that is synced and shown. */
    isCurrent: p.boolean().default(true),
    /** From approval on. */
    syncEnabled: p.boolean().default(false),
    /** When the last sync that read the balances ended; the schedule counts from it. What people see as "last synced" is `balancesReadAt`. */
    lastSyncedAt: p.datetime().nullable(),
    /** When the balances that are stored were read, in the venue's time. Written with them, in one transaction. */
    balancesReadAt: p.datetime().nullable(),
    nextSyncAt: p.datetime().nullable(),
    /** The spot wallet when all its fills were known (SpotMark): balances that differ have news behind them. */
    sweptBalances: p.json<object>().nullable().lazy(),
    /** The futures wallet and positions when all their fills were known (FuturesMark). */
    futuresMark: p.json<object>().nullable().lazy(),
    /** Since when balances differ from what the fills read explain. */
    unexplainedSince: p.datetime().nullable(),
    /** When resting orders were last listed for all contracts, not only for those known to rest one. */
    ordersListedAt: p.datetime().nullable(),
    /** Whether the key reaches futures data; null before it was tried. */
    futuresAvailable: p.boolean().nullable(),
    /** Spot symbols of a large venue that were never asked for; null before the first count. */
    unsearchedSymbols: p.integer().nullable(),
    /** When every symbol was last asked for, not only those known to be traded. */
    verifiedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
  uniques: [
    {
      name: 'exchange_accounts_fingerprint_unique',
      expression: 'create unique index "exchange_accounts_fingerprint_unique" on "exchange_accounts" ("fingerprint") where "is_current"',
    },
    {
      name: 'exchange_accounts_current_unique',
      expression: 'create unique index "exchange_accounts_current_unique" on "exchange_accounts" ("user_id") where "is_current"',
    },
    { name: 'exchange_accounts_uid_unique', properties: ['userId', 'venue', 'uid'] },
  ],
  indexes: [
    {
      name: 'exchange_accounts_due_index',
      expression:
        'create index "exchange_accounts_due_index" on "exchange_accounts" ("next_sync_at") where "is_current" and "sync_enabled"',
    },
  ],
});

/** One account at one venue, with the key that reads it. A member who brings a key of another account gets another row. */
export class ExchangeAccount extends ExchangeAccountSchema.class {}
ExchangeAccountSchema.setClass(ExchangeAccount);
export { ExchangeAccountSchema };

/** Where a key's halves are sealed to. */
export function keySealContext(accountId: string, userId: string, field: 'api_key' | 'secret_key' | 'passphrase') {
  return { table: 'exchange_accounts', rowId: accountId, userId, field };
}
