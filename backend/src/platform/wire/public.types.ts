import type { PlatformWire } from './kyc.types.js';

/** GET /api/v1/public/config: settings that pages need before sign-in. */
export interface PublicConfigWire {
  /** `sandbox`: figures come from the sandbox exchange, and the pages say so. */
  exchange: 'live' | 'sandbox' | 'other';
  /** True where `/dev/mailbox` exists. */
  developmentMailbox: boolean;
  minimumPasswordLength: number;
  /** The exchanges that members may bring a key of. */
  platforms: PlatformOfferWire[];
  /** The egress address members are asked to put on their key's allow-list; null when unknown. */
  egressAddress: string | null;
}

export interface PlatformOfferWire {
  id: PlatformWire;
  name: string;
  /** Keys of this exchange have a third part. */
  passphrase: boolean;
}
