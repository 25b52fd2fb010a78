import type { KeyStateWire } from './admin.types.js';
import type { PlatformWire } from './kyc.types.js';

/**
 * GET /me/exchange-key, and the answer of PUT, DELETE and POST …/check on it and of POST /admin/members/{id}/check-key: 409 without a key,
 * 429 beyond ten an hour (admins: sixty), 503 while the exchange is out of reach.
 */
export interface ExchangeKeyWire {
  /** Null where there was never a key; stays when the key is removed. */
  venue: PlatformWire | null;
  /** `••••••••wxyz`; null without a key. */
  hint: string | null;
  /** `unchecked`: the exchange was out of reach so far; `too_powerful` and `invalid`: nothing is read with it. */
  state: KeyStateWire;
  /** Rights beyond reading that were found. */
  rights: string[];
  /** Null where it is not known. */
  restrictedByAddress: boolean | null;
  checkedAt: string | null;
  /** When the exchange refused a key that worked before; it is asked once more ten minutes later, and only then is the key `invalid`. */
  refusedAt: string | null;
  /** When the exchange ends the key by itself. */
  expiresAt: string | null;
  futuresAvailable: boolean | null;
  /** The address that members are asked to restrict their key to; null when unknown. */
  egressAddress: string | null;
  lastSyncedAt: string | null;
  /** Sentences about a key that works: open to any address, ending soon, without futures. */
  warnings: string[];
}

/**
 * PUT /me/exchange-key, for members with approved KYC (else 409): 403 {stepUp: true} without a sign-in or confirmation of the last five
 * minutes.
 */
export interface NewExchangeKeyWire {
  venue: PlatformWire;
  apiKey: string;
  secretKey: string;
  /** Required if the platform of GET /public/config asks for one; ignored otherwise. */
  passphrase?: string;
}
