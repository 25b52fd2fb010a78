import type { Rng } from './random.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(rng: Rng, length: number): string {
  let out = '';
  for (let i = 0; i < length; i++) out += BASE58[rng.integer(0, 58)] ?? '1';
  return out;
}

/** Addresses of no real wallet: the shape is right, the check digits are not. */
export function address(network: string, rng: Rng): string {
  if (network === 'BTC') return `bc1q${rng.hex(38)}`;
  if (network === 'TRX') return `T${base58(rng, 33)}`;
  if (network === 'SOL') return base58(rng, 44);
  return `0x${rng.hex(40)}`;
}

export function transaction(network: string, rng: Rng): string {
  if (network === 'SOL') return base58(rng, 88);
  return network === 'BTC' || network === 'TRX' ? rng.hex(64) : `0x${rng.hex(64)}`;
}
