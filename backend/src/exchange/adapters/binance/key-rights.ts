import type { KeyRights } from '../../port/index.js';
import type { WireRow } from './shapes.js';

/** What a key we accept may have. A list of what is allowed, not of what is refused: the venue adds rights over time (exchange.md section 3). */
const harmless = new Set(['enableReading', 'enableFixReadOnly', 'ipRestrict']);

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

export function readKeyRights(row: WireRow): KeyRights {
  const granted = row.trueFlags();
  return {
    canRead: row.flag('enableReading'),
    excessive: granted.filter((name) => !harmless.has(name)).map(nameOf),
    restrictedByAddress: granted.includes('ipRestrict'),
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
