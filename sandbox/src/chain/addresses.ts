import { createHash } from 'node:crypto';
import { base58check, bech32, bech32m } from '@scure/base';

const checked58 = base58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
const hex = (bytes: Iterable<number>): string => Buffer.from([...bytes]).toString('hex');

/** The output script of a mainnet address in hexadecimal digits, null for text that is no address. */
export function scriptOf(address: string): { script: string; type: string } | null {
  const program = witness(address);
  if (program) {
    const { version, bytes } = program;
    const type = version === 1 ? 'v1_p2tr' : bytes.length === 20 ? 'v0_p2wpkh' : 'v0_p2wsh';
    return { script: hex([version === 0 ? 0 : 0x50 + version, bytes.length, ...bytes]), type };
  }
  const hashed = decode58(address);
  if (hashed?.[0] === 0x00) return { script: `76a914${hex(hashed.subarray(1))}88ac`, type: 'p2pkh' };
  if (hashed?.[0] === 0x05) return { script: `a914${hex(hashed.subarray(1))}87`, type: 'p2sh' };
  return null;
}

/** The 42 hexadecimal digits of a TRON address, null for text that is none. */
export function tronHex(address: string): string | null {
  const bytes = decode58(address);
  return bytes?.[0] === 0x41 ? hex(bytes) : null;
}

export function tronBase58(digits: string): string {
  return checked58.encode(Buffer.from(digits, 'hex'));
}

function decode58(text: string): Uint8Array | null {
  try {
    const bytes = checked58.decode(text);
    return bytes.length === 21 ? bytes : null;
  } catch {
    return null;
  }
}

function witness(text: string): { version: number; bytes: Uint8Array } | null {
  for (const [encoding, isRight] of [[bech32, (v: number) => v === 0] as const, [bech32m, (v: number) => v > 0] as const]) {
    try {
      const { prefix, words } = encoding.decode(text as `${string}1${string}`);
      const [version = -1, ...program] = words;
      if (prefix === 'bc' && isRight(version)) return { version, bytes: encoding.fromWords(program) };
    } catch {
      continue; // the other encoding, or no witness address at all
    }
  }
  return null;
}
