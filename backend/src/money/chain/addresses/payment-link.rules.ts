import { bitcoinAddress, tronAddress } from '../../../platform/config/index.js';
import { unitsToText } from '../amounts.rules.js';

export interface BitcoinLinkParts {
  address: string;
  /** Satoshi. */
  units: bigint;
  label: string;
  /** The invoice number. */
  message: string;
}

/**
 * Returns a BIP 321 link. The amount is in BTC with a dot and without an exponent. Throws an Error for an invalid address, and RangeError
 * for an amount below 1 satoshi.
 */
export function bitcoinLink({ address, units, label, message }: BitcoinLinkParts): string {
  return `bitcoin:${bitcoinAddress(address)}?amount=${linkAmount(units)}&label=${encode(label)}&message=${encode(message)}`;
}

/**
 * Returns the payload of a small QR code: upper case, which QR codes store in fewer modules. Base58 addresses are case-sensitive and stay
 * as they are.
 */
export function bitcoinQrPayload(address: string, units: bigint): string {
  const canonical = bitcoinAddress(address);
  if (!canonical.startsWith('bc1')) return `bitcoin:${canonical}?amount=${linkAmount(units)}`;
  return `bitcoin:${canonical}?amount=${linkAmount(units)}`.toUpperCase();
}

/**
 * Returns the payload of a QR code for USDT: the bare address. Wallets reject every known form with an amount (`tron:…?amount=`,
 * `ADDRESS?amount=`), so the amount is shown beside the code with a copy button.
 */
export function tronQrPayload(address: string): string {
  return tronAddress(address);
}

function linkAmount(units: bigint): string {
  if (units < 1n) throw new RangeError('the amount of a payment link is at least 1 satoshi');
  return unitsToText('bitcoin', units);
}

/** Percent-encodes more than `encodeURIComponent`: RFC 3986 reserves these characters too. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
