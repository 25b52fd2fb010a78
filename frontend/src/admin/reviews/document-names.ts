import type { AskedDocumentWire } from '../../lib/wire/types';

/** Within a sentence. */
export const documentNames: Readonly<Record<AskedDocumentWire, string>> = {
  'id-card': 'identity document',
  'proof-of-address': 'proof of address',
};
export const documentTitles: Readonly<Record<AskedDocumentWire, string>> = {
  'id-card': 'Identity document',
  'proof-of-address': 'Proof of address',
};
