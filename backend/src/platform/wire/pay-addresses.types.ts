/** An entry of GET /public/pay-addresses, newest first. */
export interface PublicPayAddressWire {
  target: 'btc' | 'usdt-trc20' | 'bitcoin-account' | 'tron-pool';
  /**
   * An address; of a Bitcoin account or a pool its fingerprint, the first 16 hexadecimal digits of the SHA-256 of its public key or of its
   * addresses, sorted and with commas between them.
   */
  value: string;
  /** How many addresses a pool has; null for everything else. */
  poolSize: number | null;
  /**
   * `announced`: set in the settings, two people of the team have to approve. `scheduled`: they have, and it is used from `effectiveAt` on.
   */
  state: 'announced' | 'approved-once' | 'scheduled' | 'in-use' | 'replaced' | 'withdrawn';
  announcedAt: string;
  effectiveAt: string | null;
  replacedAt: string | null;
  withdrawnAt: string | null;
}

/** An entry of GET /admin/pay-addresses. */
export interface PayAddressChangeWire extends PublicPayAddressWire {
  id: string;
  /** `by`: null for somebody who has left. */
  approvals: { by: string | null; at: string }[];
  may: ('approve' | 'withdraw')[];
}
