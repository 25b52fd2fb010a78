import { HDKey } from '@scure/bip32';
import { Address, NETWORK, OutScript, p2wpkh } from '@scure/btc-signer';
import { bitcoinAccountKey, bitcoinAddress } from '../../../platform/config/index.js';

/** Version bytes of `zpub` and `zprv` (SLIP 132). The latter never parse: settings refuse private keys. */
const ZPUB_VERSIONS = { public: 0x04b24746, private: 0x04b2430c };
/** Indexes from here on are hardened and cannot be derived from a public key (BIP 32). */
const MAX_INDEX = 0x7fff_ffff;
/** BIP 84 branch of receiving addresses. */
const RECEIVING = 0;

/** The BIP 84 test vector: the account of the mnemonic "abandon … about", and its first addresses. */
const VECTOR = {
  zpub: 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  addresses: ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
};

/** Derives receiving addresses from the public key of a BIP 84 account (m/84'/0'/n'). Holds no private key. */
export class BitcoinAccount {
  readonly #receiving: HDKey;

  /** `extendedKey`: xpub or zpub of depth 3. Throws an Error whose message follows the name of the setting. */
  constructor(extendedKey: string) {
    const text = bitcoinAccountKey(extendedKey);
    const account = text.startsWith('zpub') ? HDKey.fromExtendedKey(text, ZPUB_VERSIONS) : HDKey.fromExtendedKey(text);
    this.#receiving = account.deriveChild(RECEIVING);
  }

  /** Returns the P2WPKH address at `/0/index`. The index is a counter per account; throws RangeError outside 0 … 2^31-1. */
  addressAt(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) throw new RangeError(`${index} is no index of a receiving address`);
    const { publicKey } = this.#receiving.deriveChild(index);
    const { address } = p2wpkh(publicKey!, NETWORK);
    return address!;
  }
}

/** Derives the test vector of BIP 84 and compares. Throws an Error if this build derives other addresses: then none may be issued. */
export function selfTestDerivation(): void {
  const account = new BitcoinAccount(VECTOR.zpub);
  VECTOR.addresses.forEach((expected, index) => {
    const derived = account.addressAt(index);
    if (derived !== expected) throw new Error(`the test vector of BIP 84 gave ${derived} at index ${index} instead of ${expected}`);
  });
}

/**
 * Returns the output script of a mainnet address in hexadecimal digits, the `scriptpubkey` of the Esplora API. Throws an Error if the
 * address is invalid or of a witness version without a defined use.
 */
export function bitcoinScript(address: string): string {
  return Buffer.from(OutScript.encode(Address(NETWORK).decode(bitcoinAddress(address)))).toString('hex');
}
