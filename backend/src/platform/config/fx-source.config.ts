import { chainSourceUrl } from './chain-source.config.js';

const ECB_DAILY = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

/**
 * Parses the address of reference rates; null: none. Over plain HTTP anyone on the way could change every figure that members see, as with
 * sources of chain data. Throws an Error whose message follows the name of the variable.
 */
export function fxSourceUrl(written: string | undefined): string | null {
  return written === 'off' ? null : chainSourceUrl(written ?? ECB_DAILY);
}
