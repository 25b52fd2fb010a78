/** Who issues invoices and credit notes, as they name it. */
export interface Seller {
  name: string;
  /** In one line. */
  address: string;
  taxNumber: string | null;
}

const DEFAULT_NAME = 'Tidemark';

interface SellerValues {
  SELLER_NAME: string | undefined;
  SELLER_ADDRESS: string | undefined;
  SELLER_TAX_NUMBER: string | undefined;
}

/**
 * Returns the seller; null where nothing is set. A document with a name or tax number but without an address would only look complete:
 * throws an Error whose message follows SELLER_ADDRESS.
 */
export function sellerOf(values: SellerValues): Seller | null {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_TAX_NUMBER: taxNumber } = values;
  if (address !== undefined) return Object.freeze({ name: name ?? DEFAULT_NAME, address, taxNumber: taxNumber ?? null });
  if (name === undefined && taxNumber === undefined) return null;
  throw new Error(`must be set where ${name === undefined ? 'SELLER_TAX_NUMBER' : 'SELLER_NAME'} is`);
}
