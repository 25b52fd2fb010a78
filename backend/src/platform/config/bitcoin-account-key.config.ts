import { createHash } from 'node:crypto';
import { base58check } from '@scure/base';

const checked58 = base58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

/** Version bytes of extended public keys: `xpub` (BIP 32) and `zpub` (SLIP 132), as wallets export accounts of BIP 84. */
const PUBLIC_VERSIONS = ['0488b21e', '04b24746'];
const PRIVATE_VERSIONS = ['0488ade4', '049d7878', '04b2430c', '04358394', '045f18bc'];
const EXTENDED_KEY_BYTES = 78;
/** m / 84' / 0' / account'. */
const ACCOUNT_DEPTH = 3;
/** Chain code and key of BIP 84's example account, whose mnemonic is public. */
const EXAMPLE_ACCOUNT = material(
  checked58.decode('zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'),
);

/**
 * Parses the extended public key of a BIP 84 account. Throws an Error whose message follows the name of the variable and does not repeat
 * the key.
 */
export function bitcoinAccountKey(text: string): string {
  const bytes = decoded(text);
  const version = bytes && Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (version !== null && PRIVATE_VERSIONS.includes(version))
    throw new Error('is a private key: it must never be here. Move its coins and set the xpub or zpub of another account');
  if (bytes?.length !== EXTENDED_KEY_BYTES || version === null || !PUBLIC_VERSIONS.includes(version))
    throw new Error('must be the xpub or zpub of a Bitcoin account: its prefix or checksum does not hold');
  if (bytes[4] !== ACCOUNT_DEPTH) throw new Error("must be the key of an account (m/84'/0'/0'), three levels below the master key");
  return text;
}

/** Returns whether a key that `bitcoinAccountKey` accepted is the public example account of BIP 84, in either spelling. */
export function isExampleAccount(key: string): boolean {
  return material(checked58.decode(key)) === EXAMPLE_ACCOUNT;
}

/** The chain code and the key, without version, depth and position. */
function material(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(13)).toString('hex');
}

function decoded(text: string): Uint8Array | null {
  try {
    return checked58.decode(text);
  } catch {
    return null; // another encoding, or a wrong checksum: the message says both
  }
}
