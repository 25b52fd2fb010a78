import type { EntityManager } from '@mikro-orm/postgresql';
import type { SealContext } from '../../platform/crypto/index.js';

/** Places of sealed values, as operators see them. */
export const sealedPlaces = [
  'exchange-keys',
  'kyc-addresses',
  'authenticator-apps',
  'waiting-messages',
  'channel-addresses',
  'files',
] as const;
export type SealedPlace = (typeof sealedPlaces)[number];

/** A column whose values the key ring seals. Columns sealed to the offline key are not included: the ring cannot open them. */
export interface SealedColumn {
  place: Exclude<SealedPlace, 'files'>;
  table: string;
  column: string;
  /** Whether its rows belong to a member. */
  owned: boolean;
}

/** All sealed columns. A test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { place: 'exchange-keys', table: 'exchange_accounts', column: 'api_key', owned: true },
  { place: 'exchange-keys', table: 'exchange_accounts', column: 'secret_key', owned: true },
  { place: 'exchange-keys', table: 'exchange_accounts', column: 'passphrase', owned: true },
  { place: 'kyc-addresses', table: 'kyc_submissions', column: 'address', owned: true },
  { place: 'authenticator-apps', table: 'totp_factors', column: 'seed', owned: true },
  { place: 'channel-addresses', table: 'channel_addresses', column: 'address', owned: true },
  { place: 'channel-addresses', table: 'channel_addresses', column: 'secret', owned: true },
  { place: 'channel-addresses', table: 'channel_addresses', column: 'previous_secret', owned: true },
  { place: 'channel-addresses', table: 'telegram_link_codes', column: 'telegram', owned: true },
  { place: 'channel-addresses', table: 'chat_members', column: 'account', owned: false },
  { place: 'waiting-messages', table: 'outbox', column: 'payload', owned: false },
];

/** Returns the seal context that the column's own module uses. */
export const contextIn = ({ table, column }: SealedColumn, rowId: string, userId: string | null): SealContext => ({
  table,
  rowId,
  userId,
  field: column,
});

/** SQL: the id of the key, stored in clear before the ciphertext as `0xE1 | length | id` (security 3.1). */
export const keyOf = (value: string) =>
  `case when octet_length(${value}) > 2 and get_byte(${value}, 0) = 225
        then convert_from(substring(${value} from 3 for get_byte(${value}, 1)), 'UTF8') end`;

/** SQL: the number of values that each key seals, by place, as `place`, `kid` and `n`; in files and in those columns. */
export function keyUseIn(columns: readonly SealedColumn[]): string {
  const uses = columns.map(
    ({ place, table, column }) => `select '${place}' as place, ${keyOf(column)} as kid from ${table} where ${column} is not null`,
  );
  return `select place, kid, count(*)::int as n from (
    ${[...uses, `select 'files' as place, key_id as kid from files`].join('\n    union all ')}
  ) sealed group by place, kid`;
}

/** Counts values by place and key. `kid` is null for files whose key was not recorded. */
export function countByKey(em: EntityManager): Promise<{ place: SealedPlace; kid: string | null; n: number }[]> {
  return em.execute(keyUseIn(sealedColumns));
}
