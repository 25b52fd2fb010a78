import { RightsUnclear, WireShape, type KeyRights } from '../../port/index.js';
import { wireRow } from '../ccxt/index.js';

const READ_ONLY = 1;
const DAY_MS = 86_400_000;

/** The permissions in words of the venue's key page. */
const names = new Map([
  ['Order', 'contract orders'],
  ['Position', 'contract positions'],
  ['SpotTrade', 'spot trading'],
  ['AccountTransfer', 'transfers between own accounts'],
  ['SubMemberTransfer', 'transfers to sub-accounts'],
  ['SubMemberTransferList', 'transfers of sub-accounts'],
  ['Withdraw', 'withdrawals'],
  ['OptionsTrade', 'options trading'],
  ['DerivativesTrade', 'derivatives trading'],
  ['ExchangeHistory', 'conversions'],
  ['Earn', 'earn products'],
  ['FiatP2POrder', 'P2P orders'],
  ['Advertising', 'P2P advertising'],
  ['FaitPayOrder', 'Bybit Pay'],
  ['FiatConvertBrokerOrder', 'fiat conversions'],
  ['BitCard', 'the Bybit card'],
  ['ByXPost', 'posting'],
]);

/** What the venue says about the key that asks. */
export interface KeyInfo {
  rights: KeyRights;
  uid: string;
  /** Withdrawals are told to keys of the main account alone. */
  main: boolean;
}

/**
 * Reads `query-api`, failing closed. One flag says whether the key is read-only; the permissions are then only what it may look at. A flag
 * of another value than 1 means that the key may do all its permissions name; an answer that tells the rights in another way is not
 * believed at all. Throws WireShape and RightsUnclear.
 */
export function readKeyInfo(path: string, fields: Record<string, unknown>, now: number): KeyInfo {
  const row = wireRow(path, fields);
  const readOnly = fields['readOnly'];
  if (typeof readOnly !== 'number' || !Number.isSafeInteger(readOnly)) throw new RightsUnclear('readOnly is not a whole number');
  const permissions = permissionsOf(fields['permissions']);
  const ips = textsOf('ips', fields['ips']);
  return {
    rights: {
      canRead: permissions.length > 0,
      excessive: readOnly === READ_ONLY ? [] : excessive(readOnly, permissions),
      restrictedByAddress: ips.length > 0 && ips.every((ip) => ip !== '*' && ip !== '0.0.0.0'),
      expiresAt: expiry(fields, now),
    },
    uid: uidOf(path, fields),
    main: row.flag('isMaster'),
  };
}

function excessive(readOnly: number, permissions: string[]): string[] {
  const named = permissions.map((name) => names.get(name) ?? wordsOf(name));
  return ['reading and writing', ...(readOnly === 0 ? [] : [`an unknown kind of key (${readOnly})`]), ...named];
}

function permissionsOf(value: unknown): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new RightsUnclear('permissions are not told');
  const lists = Object.entries(value).map(([name, list]) => (list === null ? [] : textsOf(name, list)));
  return [...new Set(lists.flat())];
}

function textsOf(name: string, value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((text): text is string => typeof text === 'string' && text.length <= 100))
    throw new RightsUnclear(`${name.slice(0, 60)} is not a list of texts`);
  return value;
}

/** Numbers beyond 32 bits come in a field of their own, which is "0" for all others. */
function uidOf(path: string, fields: Record<string, unknown>): string {
  const row = wireRow(path, fields);
  const long = row.has('userIDInt64') ? row.id('userIDInt64') : '0';
  const uid = long === '0' ? row.id('userID') : long;
  if (uid === '0') throw new WireShape(path, 'userID is 0');
  return uid;
}

/** Keys bound to an address do not expire: they tell the year 1970 and a negative number of days. */
function expiry(fields: Record<string, unknown>, now: number): Date | null {
  const { expiredAt, deadlineDay } = fields;
  if (expiredAt === undefined || expiredAt === null || expiredAt === '') {
    return typeof deadlineDay === 'number' && deadlineDay > 0 ? new Date(now + deadlineDay * DAY_MS) : null;
  }
  const at = typeof expiredAt === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(expiredAt) ? new Date(expiredAt) : null;
  if (!at || Number.isNaN(at.getTime())) throw new RightsUnclear('expiredAt is not a time');
  return at.getTime() > 0 ? at : null;
}

/** `NewThing` -> 'new thing' for permissions younger than the list above. */
function wordsOf(name: string): string {
  const words = name
    .replace(/[^\w ]/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .slice(0, 60);
  return words || 'an unknown right';
}
