import { createHash } from 'node:crypto';
import { base58check, bech32, bech32m } from '@scure/base';

const checked58 = base58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

/** Version bytes of Bitcoin's main network: pay to public key hash, pay to script hash. */
const BITCOIN_VERSIONS = [0x00, 0x05];
const TRON_PREFIX = 0x41;
/** A version or prefix byte and a hash of 20 bytes, without the checksum. */
const HASHED_BYTES = 21;
const MAX_WITNESS_VERSION = 16;

/** Development addresses. The first is BIP 84's example, whose key is public; the second is made of a hash, so nobody has its key. */
export const EXAMPLE_ADDRESSES = {
  btc: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  usdtTrc20: 'THkqsJu15P5pThtfhm2DaytUqqpaXFEwzH',
} as const;
/** Well-known addresses of others: copied into production they would send fees to strangers. */
const wellKnown = new Set<string>([
  ...Object.values(EXAMPLE_ADDRESSES),
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', // the contract of USDT itself
  'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g', // BIP 84
  'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', // BIP 173
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', // BIP 86
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', // the first block
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', // TRON's black hole
]);

export function isWellKnownAddress(address: string): boolean {
  return wellKnown.has(address);
}

/**
 * Parses a Bitcoin mainnet address with a valid checksum into canonical form: bech32 (BIP 173) for witness version 0, bech32m (BIP 350)
 * above it, base58check otherwise. Throws an Error whose message follows the name of the variable.
 */
export function bitcoinAddress(text: string): string {
  const canonical = /^bc1/i.test(text) ? witnessAddress(text) : hashedAddress(text);
  if (canonical === null) throw new Error('must be an address of the Bitcoin main network: its checksum does not hold');
  return canonical;
}

/**
 * Parses a TRON address, for USDT (TRC20), with a valid checksum. Case-sensitive. Throws an Error whose message follows the name of the
 * variable.
 */
export function tronAddress(text: string): string {
  const bytes = decoded(() => checked58.decode(text));
  if (bytes?.length !== HASHED_BYTES || bytes[0] !== TRON_PREFIX)
    throw new Error('must be a TRON address (T…): its checksum does not hold');
  return text;
}

const MAX_POOL = 500;

/**
 * Parses a pool: TRON addresses with commas between them. `shared`: the address that payments share. Throws an Error whose message follows
 * the name of the variable, and names the first address that is wrong.
 */
export function tronPool(text: string, production: boolean, shared?: string): readonly string[] {
  const addresses = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (addresses.length === 0 || addresses.length > MAX_POOL) throw new Error(`must name 1 to ${MAX_POOL} addresses`);
  for (const [at, address] of addresses.entries()) {
    const named = `${address.slice(0, 40)} (address ${at + 1})`;
    if (decoded(() => tronAddress(address)) === null)
      throw new Error(`names ${named}, which is no TRON address: its checksum does not hold`);
    if (addresses.indexOf(address) < at) throw new Error(`names ${named} twice`);
    if (address === shared) throw new Error(`names ${named}, which is PAY_USDT_TRC20_ADDRESS`);
    if (production && isWellKnownAddress(address)) throw new Error(`names ${named}, which is a well-known address of others`);
  }
  return Object.freeze(addresses);
}

function hashedAddress(text: string): string | null {
  const bytes = decoded(() => checked58.decode(text));
  return bytes?.length === HASHED_BYTES && BITCOIN_VERSIONS.includes(bytes[0]!) ? text : null;
}

function witnessAddress(text: string): string | null {
  return (
    witnessProgram(bech32, text, (version) => version === 0) ??
    witnessProgram(bech32m, text, (version) => version > 0 && version <= MAX_WITNESS_VERSION)
  );
}

/** Checks that the encoding fits the witness version: the two differ in their checksum only. */
function witnessProgram(encoding: typeof bech32, text: string, takes: (version: number) => boolean): string | null {
  const parts = decoded(() => encoding.decode(text as `${string}1${string}`));
  const [version, ...words] = parts?.words ?? [];
  if (parts?.prefix !== 'bc' || version === undefined || !takes(version)) return null;
  const program = decoded(() => encoding.fromWords(words));
  if (!program || program.length < 2 || program.length > 40) return null;
  return version === 0 && program.length !== 20 && program.length !== 32 ? null : text.toLowerCase();
}

/** Returns null where the decoder throws: the text is in another encoding. */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
