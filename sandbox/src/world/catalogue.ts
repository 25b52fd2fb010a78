// What is traded on the invented exchange: coins, spot symbols, futures contracts.

export interface Network {
  network: string;
  name: string;
  withdrawFee: string;
}

export interface Coin {
  code: string;
  name: string;
  /** Middle of the price curve in US dollars. */
  usd: number;
  networks: readonly Network[];
}

export interface SpotSymbol {
  symbol: string;
  base: string;
  quote: string;
  /** GONE: traded once, absent from exchangeInfo today. */
  status: 'TRADING' | 'BREAK' | 'GONE';
  priceDecimals: number;
  qtyDecimals: number;
  index: number;
}

export interface Contract {
  symbol: string;
  base: string;
  quote: 'USDT';
  priceDecimals: number;
  qtyDecimals: number;
  index: number;
}

const ETHEREUM: Network = { network: 'ETH', name: 'Ethereum (ERC20)', withdrawFee: '0' };
const OWN_CHAIN: Record<string, string> = {
  BTC: '0.0001',
  BNB: '0.00005',
  SOL: '0.001',
  XRP: '0.2',
  ADA: '0.8',
  DOGE: '4',
  TRX: '1',
  AVAX: '0.008',
  DOT: '0.08',
  LTC: '0.0001',
  BCH: '0.0003',
  ATOM: '0.004',
  ETC: '0.008',
  XLM: '0.02',
  NEAR: '0.01',
  APT: '0.008',
  FIL: '0.02',
  SUI: '0.03',
};
const CHAIN_NAME: Record<string, string> = { BNB: 'BSC', AVAX: 'AVAXC' };

/** code, name, dollars */
const COINS: readonly (readonly [string, string, number])[] = [
  ['BTC', 'Bitcoin', 64000],
  ['ETH', 'Ethereum', 3100],
  ['BNB', 'BNB', 580],
  ['SOL', 'Solana', 150],
  ['XRP', 'XRP', 0.62],
  ['ADA', 'Cardano', 0.45],
  ['DOGE', 'Dogecoin', 0.14],
  ['TRX', 'TRON', 0.13],
  ['AVAX', 'Avalanche', 31],
  ['LINK', 'Chainlink', 14.5],
  ['DOT', 'Polkadot', 6.4],
  ['LTC', 'Litecoin', 78],
  ['BCH', 'Bitcoin Cash', 390],
  ['UNI', 'Uniswap', 8.2],
  ['ATOM', 'Cosmos', 7.1],
  ['ETC', 'Ethereum Classic', 24],
  ['XLM', 'Stellar', 0.11],
  ['NEAR', 'NEAR Protocol', 5.3],
  ['APT', 'Aptos', 8.7],
  ['ARB', 'Arbitrum', 0.82],
  ['OP', 'Optimism', 1.7],
  ['FIL', 'Filecoin', 4.4],
  ['INJ', 'Injective', 23],
  ['SUI', 'Sui', 1.4],
  ['SHIB', 'Shiba Inu', 0.000021],
  ['PEPE', 'Pepe', 0.0000105],
  ['AAVE', 'Aave', 110],
  ['GRT', 'The Graph', 0.19],
  ['SAND', 'The Sandbox', 0.33],
  ['MANA', 'Decentraland', 0.36],
  ['CRV', 'Curve', 0.31],
  ['LDO', 'Lido DAO', 1.6],
  ['STORJ', 'Storj', 0.48],
  ['ANKR', 'Ankr', 0.031],
  ['CELR', 'Celer Network', 0.019],
  ['CHZ', 'Chiliz', 0.083],
  ['ENJ', 'Enjin Coin', 0.2],
  ['JUP', 'Jupiter', 0.78],
  ['EUR', 'Euro', 1.08],
  ['SRM', 'Serum', 0.24],
  ['ANC', 'Anchor Protocol', 0.12],
  ['USDT', 'TetherUS', 1],
  ['USDC', 'USDC', 1],
];

/** Coins whose pair is closed (BREAK), with the moment their price stopped. */
export const CLOSED_AT: Record<string, number> = { SRM: Date.UTC(2024, 5, 1), ANC: Date.UTC(2024, 5, 1) };

/** The quote coins held equal to a dollar. */
export const STABLE = new Set(['USDT', 'USDC']);

function networksOf(code: string): readonly Network[] {
  if (code === 'USDT' || code === 'USDC') {
    return [
      ...(code === 'USDT' ? [{ network: 'TRX', name: 'Tron (TRC20)', withdrawFee: '1' }] : []),
      { ...ETHEREUM, withdrawFee: '3.2' },
      { network: 'BSC', name: 'BNB Smart Chain (BEP20)', withdrawFee: '0.29' },
    ];
  }
  if (code === 'EUR') return [{ network: 'FIAT', name: 'Bank transfer', withdrawFee: '0.8' }];
  const fee = OWN_CHAIN[code];
  if (fee !== undefined) return [{ network: CHAIN_NAME[code] ?? code, name: CHAIN_NAME[code] ?? code, withdrawFee: fee }];
  return [{ ...ETHEREUM, withdrawFee: '0.5' }];
}

export const coins: ReadonlyMap<string, Coin> = new Map(
  COINS.map(([code, name, usd]) => [code, { code, name, usd, networks: networksOf(code) }]),
);

/** The place of a coin when the most traded comes first; 0 for the first. */
export const coinRank: ReadonlyMap<string, number> = new Map(COINS.map(([code], rank) => [code, rank]));

export function coin(code: string): Coin {
  const found = coins.get(code);
  if (!found) throw new Error(`unknown coin ${code}`);
  return found;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Price and quantity digits so that price * quantity never needs more than 8 decimals: quoteQty stays exact. */
function digits(base: string, quote: string): { priceDecimals: number; qtyDecimals: number } {
  const price = coin(base).usd / coin(quote).usd;
  const priceDecimals = clamp((quote === 'BTC' ? 3 : 4) - Math.floor(Math.log10(price)), 2, 8);
  const wanted = clamp(Math.ceil(Math.log10(coin(base).usd)), 0, 5);
  return { priceDecimals, qtyDecimals: Math.min(wanted, 8 - priceDecimals) };
}

const QUOTED_IN_BTC = ['ETH', 'BNB', 'SOL', 'LTC'];
const QUOTED_IN_USDC = ['BTC', 'ETH'];
const NOT_AGAINST_USDT = new Set(['USDT']);

function listSpot(): SpotSymbol[] {
  const pairs: [string, string][] = [
    ...COINS.filter(([code]) => !NOT_AGAINST_USDT.has(code)).map(([code]): [string, string] => [code, 'USDT']),
    ...QUOTED_IN_BTC.map((code): [string, string] => [code, 'BTC']),
    ...QUOTED_IN_USDC.map((code): [string, string] => [code, 'USDC']),
  ];
  return pairs.map(([base, quote], index) => ({
    symbol: base + quote,
    base,
    quote,
    status: base === 'SRM' ? 'BREAK' : base === 'ANC' ? 'GONE' : 'TRADING',
    ...digits(base, quote),
    index,
  }));
}

const CONTRACT_BASES = [
  'BTC',
  'ETH',
  'BNB',
  'SOL',
  'XRP',
  'ADA',
  'DOGE',
  'AVAX',
  'LINK',
  'DOT',
  'LTC',
  'BCH',
  'UNI',
  'NEAR',
  'APT',
  'ARB',
  'OP',
  'FIL',
  'INJ',
  'SUI',
];

/** Every pair that ever existed, the gone one included. */
export const spotSymbols: ReadonlyMap<string, SpotSymbol> = new Map(listSpot().map((s) => [s.symbol, s]));
/** What exchangeInfo lists. */
export const listedSpot: readonly SpotSymbol[] = [...spotSymbols.values()].filter((s) => s.status !== 'GONE');

export const contracts: ReadonlyMap<string, Contract> = new Map(
  CONTRACT_BASES.map((base, index) => [
    `${base}USDT`,
    {
      symbol: `${base}USDT`,
      base,
      quote: 'USDT',
      ...digits(base, 'USDT'),
      qtyDecimals: Math.min(3, digits(base, 'USDT').qtyDecimals),
      index,
    },
  ]),
);

export function spotSymbol(symbol: string): SpotSymbol {
  const found = spotSymbols.get(symbol);
  if (!found) throw new Error(`unknown spot symbol ${symbol}`);
  return found;
}

export function contract(symbol: string): Contract {
  const found = contracts.get(symbol);
  if (!found) throw new Error(`unknown contract ${symbol}`);
  return found;
}
