/** Quote assets of delisted pairs, in addition to those of stored pairs. */
const QUOTES = [
  'USDT',
  'USDC',
  'FDUSD',
  'TUSD',
  'BUSD',
  'USDP',
  'USDS',
  'PAX',
  'DAI',
  'UST',
  'USTC',
  'USD1',
  'USDE',
  'VAI',
  'IDRT',
  'BIDR',
  'BVND',
  'BKRW',
  'EUR',
  'EURI',
  'GBP',
  'AUD',
  'TRY',
  'BRL',
  'RUB',
  'UAH',
  'NGN',
  'ZAR',
  'PLN',
  'RON',
  'ARS',
  'MXN',
  'COP',
  'CZK',
  'JPY',
  'BTC',
  'ETH',
  'BNB',
  'SOL',
  'XRP',
  'TRX',
  'DOGE',
  'DOT',
] as const;

export interface SplitEvidence {
  /** Quote assets of stored pairs. */
  quotes: Iterable<string>;
  /** Fee assets of buys: usually the base. */
  buyFees: readonly string[];
  /** Fee assets of sales: usually the quote. */
  sellFees: readonly string[];
}

export interface Pair {
  base: string;
  quote: string;
}

/**
 * Splits a delisted symbol into base and quote: by the fee assets of its trades first, then by the longest known quote asset. Returns null
 * if nothing fits; such trades must be reported as not counted.
 */
export function splitSymbol(symbol: string, { quotes, buyFees, sellFees }: SplitEvidence): Pair | null {
  const written = /^([A-Z0-9]+)[-_/]([A-Z0-9]+)$/i.exec(symbol);
  if (written) return { base: written[1]!, quote: written[2]! };
  const known = new Set<string>([...QUOTES, ...quotes]);
  const byQuote = (quote: string | undefined): Pair | null => (quote ? { base: symbol.slice(0, -quote.length), quote } : null);
  const endsWith = (asset: string) => asset.length < symbol.length && symbol.endsWith(asset);
  const longest = (assets: Iterable<string>) => [...assets].filter(endsWith).toSorted((a, b) => b.length - a.length)[0];
  const paid = longest(sellFees);
  if (paid) return byQuote(paid);
  const bought = buyFees
    .filter((asset) => symbol.startsWith(asset) && known.has(symbol.slice(asset.length)))
    .toSorted((a, b) => b.length - a.length)[0];
  if (bought) return { base: bought, quote: symbol.slice(bought.length) };
  const quote = longest(known);
  if (quote) return byQuote(quote);
  const base = buyFees.find((asset) => asset.length < symbol.length && symbol.startsWith(asset));
  return base ? { base, quote: symbol.slice(base.length) } : null;
}
