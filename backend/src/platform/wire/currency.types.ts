/** The rate that figures are converted at for display. */
export interface ConversionWire {
  /** ISO 4217. */
  currency: string;
  /** Units of `currency` for one US dollar: decimal text of six significant digits. */
  rate: string;
  /** The bank's day, YYYY-MM-DD. */
  day: string;
  /** ecb: the European Central Bank's reference rates. */
  source: 'ecb';
}

/** GET and PUT /me/currency. Figures themselves are always in US dollars. */
export interface MyCurrencyWire {
  /** The choice, ISO 4217; USD without one. */
  currency: string;
  /** What can be chosen: US dollars and currencies with a rate that is recent enough. */
  currencies: string[];
  /** Null: figures are shown in US dollars, by choice or because of `problem`. */
  conversion: ConversionWire | null;
  /** missing: there is no rate; outdated: the newest is older than seven days. */
  problem: 'missing' | 'outdated' | null;
}
