import { createHash } from 'node:crypto';
import { base58check } from '@scure/base';
import { tronAddress } from '../../../platform/config/index.js';

const checked58 = base58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
const hexAddress = /^41[0-9a-f]{40}$/;

/**
 * Returns the 21 bytes of a TRON address as 42 lower-case hexadecimal digits that start with `41`, the form of the node's HTTP API. Throws
 * an Error if the checksum or the prefix is wrong.
 */
export function tronHex(address: string): string {
  return Buffer.from(checked58.decode(tronAddress(address))).toString('hex');
}

/** Returns the Base58Check form (`T…`) of 42 hexadecimal digits that start with `41`. Throws an Error for other text. */
export function tronBase58(hex: string): string {
  if (!hexAddress.test(hex)) throw new Error('is not a TRON address in hexadecimal digits');
  return checked58.encode(Buffer.from(hex, 'hex'));
}
