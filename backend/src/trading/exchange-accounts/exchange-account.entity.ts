import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { venues } from '../venues/index.js';

/** unchecked: the exchange was unreachable when the key was given. */
export const keyStates = ['unchecked', 'valid', 'too_powerful', 'invalid'] as const;
export type KeyState = (typeof keyStates)[number];

/** Result of the last check of a key. */
export interface StoredKeyRights {
  /** Rights beyond reading, in words. */
  excessive: string[];
  restrictedByAddress: boolean;
  /** When the key expires, ISO 8601. */
  expiresAt?: string | null;
}

/** The spot wallet when all its fills were known. Balances that differ from it mean unread trades or movements. */
export interface SpotMark {
  /** The venue's own version of the account at that time, where it has one. */
  mark: string | null;
  /** Venue time. */
  at: string;
  /** `free locked` by coin. */
  coins: Record<string, string>;
  /** Deposits less withdrawals by coin, as far as they had changed the wallet. */
  capital: Record<string, string>;
}

/** The futures wallet when all its fills were known. */
export interface FuturesMark {
  at: string;
  /** `balance time` by asset. */
  assets: Record<string, string>;
  /** `amount time` by contract and side. */
  positions: Record<string, string>;
  /** Open orders by contract, each with its filled quantity. */
  orders: Record<string, string>;
  /** Since when fills and income do not explain the wallet. */
  unexplainedSince?: string;
  /** Contracts still to be searched, where there are too many for one run. */
  unsearched?: number;
}

const ExchangeAccountSchema = defineEntity({
  name: 'ExchangeAccount',
  tableName: 'exchange_accounts',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('restrict').updateRule('no action'),
    venue: p.enum(venues),
    /** The venue's number of the account, once known. Another number is another ledger: two accounts never share a cursor. */
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
    /** True from the approval on. */
    syncEnabled: p.boolean().default(false),
    /** When the last sync that read the balances ended; the schedule counts from it. Screens show `balancesReadAt` as "last synced". */
    lastSyncedAt: p.datetime().nullable(),
    /** When the stored balances were read, in venue time. Written in their transaction. */
    balancesReadAt: p.datetime().nullable(),
    nextSyncAt: p.datetime().nullable(),
    sweptBalances: p.json<SpotMark>().nullable().lazy(),
    futuresMark: p.json<FuturesMark>().nullable().lazy(),
    /** Since when the fills that were read do not explain the balances. */
    unexplainedSince: p.datetime().nullable(),
    /** When open orders were last listed for all contracts, not only for those known to have one. */
    ordersListedAt: p.datetime().nullable(),
    /** Whether the key reaches futures data; null before it was tried. */
    futuresAvailable: p.boolean().nullable(),
    /** Spot symbols of a large venue that were never read; null before the first count. */
    unsearchedSymbols: p.integer().nullable(),
    /** When every symbol was last read, not only those known to be traded. */
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

/** One account at one venue, with the key that reads it. A key of another account goes into another row. */
export class ExchangeAccount extends ExchangeAccountSchema.class {}
ExchangeAccountSchema.setClass(ExchangeAccount);
export { ExchangeAccountSchema };

/** Binds the sealed parts of a key to their row, member and column. */
export function keySealContext(accountId: string, userId: string, field: 'api_key' | 'secret_key' | 'passphrase') {
  return { table: 'exchange_accounts', rowId: accountId, userId, field };
}
