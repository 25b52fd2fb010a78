/** Assets that others were ever quoted in, beside those that are told by pairs known. */
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

export interface SplitHints {
  /** Quote assets of pairs that the venue told. */
  quotes: Iterable<string>;
  /** Assets in which fees of buys were paid: usually the base. */
  buyFees: readonly string[];
  /** Assets in which fees of sales were paid: usually the quote. */
  sellFees: readonly string[];
}

export interface Pair {
  base: string;
  quote: string;
}

/**
 * Takes apart a symbol that the venue lists no more. What fees were paid in tells the most; then the longest quote asset known. Null where
 * nothing fits: such trades must be told as not counted, never left out in silence.
 */
export function splitSymbol(symbol: string, { quotes, buyFees, sellFees }: SplitHints): Pair | null {
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
