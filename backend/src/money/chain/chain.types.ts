/** Chains that invoices are paid on: BTC on Bitcoin, USDT (TRC20) on TRON. */
export const chains = ['bitcoin', 'tron'] as const;
export type Chain = (typeof chains)[number];

/** The coin that invoices are paid in on each chain. */
export const coinOf = { bitcoin: 'BTC', tron: 'USDT' } as const satisfies Record<Chain, string>;

/**
 * Identifies one payment on chain: an output of a Bitcoin transaction (`vout`) or a log of a TRON receipt (its position in `log[]`). A
 * transaction can pay several invoices, so the transaction id alone identifies nothing.
 */
export interface TransferKey {
  chain: Chain;
  /** 64 lower-case hexadecimal digits. */
  txid: string;
  index: number;
}

/** Returns the key as one text, such as `tron:158a…27:0`. */
export const transferId = ({ chain, txid, index }: TransferKey): string => `${chain}:${txid}:${index}`;

/** The contract of USDT on TRON's main network. Anyone can name a token USDT, so nothing else identifies it. */
export const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** What a second source says about a large payment. `awaited`: nothing yet; `refuses`: something else than the first one. */
export const secondOpinions = ['awaited', 'agrees', 'refuses'] as const;
export type SecondOpinion = (typeof secondOpinions)[number];
