import type { SealContext } from '../../platform/crypto/index.js';

/** What is sealed, in an operator's words. */
export const sealedPlaces = ['exchange-keys', 'kyc-addresses', 'authenticator-apps', 'waiting-messages', 'files'] as const;
export type SealedPlace = (typeof sealedPlaces)[number];

/** A column whose values the key ring seals. What is sealed to the offline key is none: the ring cannot open it, and need not. */
export interface SealedColumn {
  place: Exclude<SealedPlace, 'files'>;
  table: string;
  column: string;
  /** False: its rows belong to no member. */
  owned: boolean;
}

/** Every one of them; a test asks the schema whether one is missing. */
export const sealedColumns: readonly SealedColumn[] = [
  { place: 'exchange-keys', table: 'exchange_accounts', column: 'api_key', owned: true },
  { place: 'exchange-keys', table: 'exchange_accounts', column: 'secret_key', owned: true },
  { place: 'exchange-keys', table: 'exchange_accounts', column: 'passphrase', owned: true },
  { place: 'kyc-addresses', table: 'kyc_submissions', column: 'address', owned: true },
  { place: 'authenticator-apps', table: 'totp_factors', column: 'seed', owned: true },
  { place: 'waiting-messages', table: 'outbox', column: 'payload', owned: false },
];

/** As the module that owns the column seals it. */
export const contextIn = ({ table, column }: SealedColumn, rowId: string, userId: string | null): SealContext => ({
  table,
  rowId,
  userId,
  field: column,
});

/** SQL: the id of the key stands in clear before what it sealed (security 3.1), `0xE1 | length | id`. */
export const keyOf = (value: string) =>
  `case when octet_length(${value}) > 2 and get_byte(${value}, 0) = 225 then convert_from(substring(${value} from 3 for get_byte(${value}, 1)), 'UTF8') end`;

/** SQL: how many values each key seals, by place, as `place`, `kid` and `n`. */
export const keyUse = `select place, kid, count(*)::int as n from (
    ${sealedColumns.map(({ place, table, column }) => `select '${place}' as place, ${keyOf(column)} as kid from ${table} where ${column} is not null`).join('\n    union all ')}
    union all select 'files' as place, key_id as kid from files
  ) sealed group by place, kid`;
