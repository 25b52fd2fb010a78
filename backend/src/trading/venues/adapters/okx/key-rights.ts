import { RightsUnclear, type KeyRights } from '../../port/index.js';
import { wireRow } from '../ccxt/index.js';

const READ = 'read_only';
const names = new Map([
  ['trade', 'trading'],
  ['withdraw', 'withdrawals'],
]);

/** What the venue says about the key that asks. */
export interface KeyInfo {
  rights: KeyRights;
  /** Of the account or sub-account that the key belongs to. */
  uid: string;
}

/**
 * Reads `account/config`, failing closed: `perm` is a comma list in which every word but the one for reading is too much, known or not. The
 * venue ends no read-only key by itself.
 */
export function readKeyInfo(path: string, fields: Record<string, unknown>): KeyInfo {
  const { perm, ip } = fields;
  if (typeof perm !== 'string' || perm.length > 500) throw new RightsUnclear('perm is not a text');
  if (ip !== undefined && typeof ip !== 'string') throw new RightsUnclear('ip is not a text');
  const granted = perm
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return {
    rights: {
      canRead: granted.includes(READ),
      excessive: [...new Set(granted.filter((word) => word !== READ))].map(nameOf),
      restrictedByAddress: (ip ?? '').trim() !== '',
      expiresAt: null,
    },
    uid: wireRow(path, fields).id('uid'),
  };
}

/** `new_thing` -> 'new thing'. */
function nameOf(word: string): string {
  const words = word
    .replace(/[^\w ]/g, '')
    .replace(/_/g, ' ')
    .slice(0, 60);
  return names.get(word) ?? (words || 'an unknown right');
}
