import { RightsUnclear, type KeyRights } from '../../port/index.js';
import { wireObject } from '../ccxt/index.js';

/**
 * What a key we accept may have. A list of what is allowed, not of what is refused: the venue adds rights over time (exchange.md section
 * 3).
 */
const harmless = new Set(['enableReading', 'enableFixReadOnly', 'ipRestrict']);
/**
 * What the answer tells beside rights: times in milliseconds. `tradingAuthorityExpirationTime` ends rights that we do not accept anyway.
 */
const times = new Set(['createTime', 'tradingAuthorityExpirationTime']);
/** An answer that does not speak of these tells the rights in another way than the one we read. */
const expected = ['enableReading', 'enableWithdrawals'];

/** The names on the venue's own key page. */
const names: Record<string, string> = {
  enableWithdrawals: 'withdrawals',
  enableInternalTransfer: 'internal transfers',
  permitsUniversalTransfer: 'universal transfers',
  enableSpotAndMarginTrading: 'spot and margin trading',
  enableMargin: 'margin loans, repayments and transfers',
  enableFutures: 'futures trading',
  enableVanillaOptions: 'options trading',
  enablePortfolioMarginTrading: 'portfolio margin trading',
  enableFixApiTrade: 'trading through FIX',
};

/**
 * Reads what a key may do, failing closed: a right we do not know is too much, and an answer that tells rights in another way than by true
 * and false (as texts, numbers, lists) is not believed at all. Throws WireShape where it is no object, and RightsUnclear.
 */
export function readKeyRights(path: string, body: unknown): KeyRights {
  const fields = wireObject(path, body);
  for (const name of expected) if (!Object.hasOwn(fields, name)) throw new RightsUnclear(`${name} is missing`);
  const granted: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === true) granted.push(name);
    else if (value !== false && !(times.has(name) && Number.isSafeInteger(value)))
      throw new RightsUnclear(`${name.slice(0, 60)} is neither true nor false`);
  }
  return {
    canRead: granted.includes('enableReading'),
    excessive: granted.filter((name) => !harmless.has(name)).map(nameOf),
    restrictedByAddress: granted.includes('ipRestrict'),
    expiresAt: null,
  };
}

/** `permitsNewThing` -> 'new thing' for rights younger than the list above. */
function nameOf(flag: string): string {
  const known = names[flag];
  if (known) return known;
  const words = flag
    .replace(/^(enable|permits|allow)s?(?=[A-Z])/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .slice(0, 60);
  return words || 'an unknown right';
}
