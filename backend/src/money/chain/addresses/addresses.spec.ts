import { describe, expect, it } from '@jest/globals';
import { decode } from 'bip21';
import fc from 'fast-check';
import { bitcoinLink, bitcoinQrPayload, tronQrPayload } from './payment-link.rules.js';
import { BitcoinAccount, bitcoinScript, selfTestDerivation } from './bitcoin-account.rules.js';
import { tronBase58, tronHex } from './tron-address.rules.js';

// BIP 84's test vectors; /0/2, /0/20 of the same account were derived with another implementation.
const XPUB = 'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
const ZPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const FIRST = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('the account key of BIP 84', () => {
  it.each([XPUB, ZPUB])('derives the addresses of the specification from %s', (key) => {
    const account = new BitcoinAccount(key);
    expect([0, 1, 2, 20].map((index) => account.addressAt(index))).toEqual([
      FIRST,
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      'bc1qp59yckz4ae5c4efgw2s5wfyvrz0ala7rgvuz8z',
      'bc1qy62dyq937vfjr5e8tj3ltx7zc6fw958tmvqa5l',
    ]);
  });

  it('passes its self-test', () => {
    expect(selfTestDerivation).not.toThrow();
  });

  it.each([-1, 0.5, 2 ** 31, Number.NaN])('derives nothing at %s', (index) => {
    expect(() => new BitcoinAccount(XPUB).addressAt(index)).toThrow(RangeError);
  });

  it('gives every index an address of its own', () => {
    const account = new BitcoinAccount(XPUB);
    expect(new Set(Array.from({ length: 200 }, (_, index) => account.addressAt(index))).size).toBe(200);
  });
});

describe('the script of an address', () => {
  it.each([
    // From BIP 173, BIP 350 and BIP 86, and the first block's address
    [FIRST, '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ])('%s is %s', (address, script) => {
    expect(bitcoinScript(address)).toBe(script);
  });

  it.each(['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'BC1SW50QGDZ25J', USDT, ''])(
    'of %j is refused: another network, a wrong checksum, a witness version without a use, no address',
    (address) => {
      expect(() => bitcoinScript(address)).toThrow();
    },
  );
});

describe('a TRON address', () => {
  it('is converted between Base58Check and hexadecimal digits', () => {
    expect(tronHex(USDT)).toBe('41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
    expect(tronBase58('41a614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(USDT);
    expect(tronBase58(tronHex('TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36'))).toBe('TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36');
  });

  it.each([USDT.toLowerCase(), FIRST, `${USDT}x`, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ''])('is not %j', (text) => {
    expect(() => tronHex(text)).toThrow('must be a TRON address');
  });

  it.each(['a614f803b6fd780986a42c78ec9c7f77e6ded13c', '41A614F803B6FD780986A42C78EC9C7F77E6DED13C', `41${'0'.repeat(39)}`, ''])(
    'is not made from %j',
    (hex) => {
      expect(() => tronBase58(hex)).toThrow('hexadecimal');
    },
  );
});

describe('payment links', () => {
  const parts = { address: FIRST, units: 77_860n, label: 'Tidemark', message: 'TM-2026-000123' };

  it('are BIP 321, with the amount in BTC', () => {
    expect(bitcoinLink(parts)).toBe(`bitcoin:${FIRST}?amount=0.0007786&label=Tidemark&message=TM-2026-000123`);
  });

  it('write small and large amounts without an exponent', () => {
    expect(bitcoinLink({ ...parts, units: 10n })).toContain('amount=0.0000001&');
    expect(bitcoinLink({ ...parts, units: 2_100_000_000_000_000n })).toContain('amount=21000000&');
  });

  it('encode what would end or add a parameter', () => {
    const link = bitcoinLink({ ...parts, label: 'A&B=C #1 (é)', message: "it's 100%!" });
    expect(link).toContain('&label=A%26B%3DC%20%231%20%28%C3%A9%29&message=it%27s%20100%25%21');
    const query = new URL(link).searchParams;
    expect([query.get('label'), query.get('message')]).toEqual(['A&B=C #1 (é)', "it's 100%!"]);
  });

  it('are read by the parser of bitcoinjs, whatever their texts', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    const linkParts = fc.record({ units: fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n }), label: text, message: text });
    fc.assert(
      fc.property(linkParts, ({ units, label, message }) => {
        const { address, options } = decode(bitcoinLink({ address: FIRST, units, label, message }));
        expect([address, options.label, options.message]).toEqual([FIRST, label, message]);
        expect(BigInt(Math.round(options.amount! * 1e8))).toBe(units);
      }),
      { numRuns: 1_000 },
    );
    expect(decode(bitcoinQrPayload('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 77_860n))).toEqual({
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      options: { amount: 0.0007786 },
    });
  });

  it('are upper case in a small QR code, except Base58 addresses', () => {
    expect(bitcoinQrPayload(FIRST, 77_860n)).toBe(`BITCOIN:${FIRST.toUpperCase()}?AMOUNT=0.0007786`);
    expect(bitcoinQrPayload('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 1n)).toBe('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.00000001');
  });

  it('of USDT are the bare address', () => {
    expect(tronQrPayload(USDT)).toBe(USDT);
  });

  it('are not made for a wrong address or without an amount', () => {
    expect(() => bitcoinLink({ ...parts, address: USDT })).toThrow('Bitcoin');
    expect(() => tronQrPayload(FIRST)).toThrow('TRON');
    for (const units of [0n, -1n]) expect(() => bitcoinLink({ ...parts, units })).toThrow(RangeError);
  });
});
