import { describe, expect, it } from '@jest/globals';
import { bitcoinAddress, EXAMPLE_ADDRESSES, isWellKnownAddress, tronAddress, tronPool } from './pay-addresses.config.js';

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const OWN = {
  segwit: 'bc1qtg34pxllgwhd5f7jh7ngrjejt77s4rfdaqpy3z',
  taproot: 'bc1ptg34pxllgwhd5f7jh7ngrjejt77s4rfdfmmc0r6u85qukkkk8gwqdjxg2x',
  keyHash: '19Dc7zAh6hg2JqqmnziHqvZjR5Dh45bopB',
  scriptHash: '39ud3Xf8ebzQQ1YCv6NtGYvfZbWQaFux8J',
  tron: 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36',
};

/** Every text that differs from `address` in one character, within `alphabet` and a few characters beside it. */
function* oneChange(address: string, alphabet: string): Generator<string> {
  for (let at = 0; at < address.length; at++) {
    for (const character of new Set(`${alphabet}${alphabet.toUpperCase()}0OIl1bio `)) {
      if (character !== address[at]) yield address.slice(0, at) + character + address.slice(at + 1);
    }
  }
}

const accepted = (read: (text: string) => string, texts: Iterable<string>) => {
  const found: string[] = [];
  let asked = 0;
  for (const text of texts) {
    asked++;
    try {
      found.push(read(text));
    } catch (error) {
      expect((error as Error).message).toMatch(/checksum/);
    }
  }
  return { found, asked };
};

describe('a Bitcoin address', () => {
  it.each([
    // BIP 84
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
    // BIP 350, which keeps those of BIP 173 for version 0
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])('%s is taken, in lower case', (address) => {
    expect(bitcoinAddress(address)).toBe(address.toLowerCase());
  });

  it.each(['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', OWN.keyHash, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', OWN.scriptHash])(
    '%s is taken as it is',
    (address) => {
      expect(bitcoinAddress(address)).toBe(address);
    },
  );

  it.each([
    // BIP 173
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1rw5uspcuh',
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'bc1gmk9yu',
    // BIP 350
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3t4',
    // Another network, another coin, something else
    'mojZR3Ffuj7H5xKPWZgffqn4H4pPxK9gZV',
    OWN.tron,
    '',
    'bc1',
    'https://example.com',
    ` ${OWN.segwit}`,
    `${OWN.segwit}\n`,
  ])('%j is refused', (address) => {
    expect(() => bitcoinAddress(address)).toThrow('must be an address of the Bitcoin main network');
  });

  it.each([
    [OWN.segwit, BECH32],
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', BECH32],
    [OWN.taproot, BECH32],
    [OWN.keyHash, BASE58],
    [OWN.scriptHash, BASE58],
  ])('%s with any one character changed is refused', (address, alphabet) => {
    expect(bitcoinAddress(address)).toBe(address);
    const { found, asked } = accepted(bitcoinAddress, oneChange(address, alphabet));
    expect(found).toEqual([]);
    expect(asked).toBeGreaterThan(1000);
  });
});

describe('a TRON address', () => {
  it.each([OWN.tron, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'])('%s is taken as it is', (address) => {
    expect(tronAddress(address)).toBe(address);
  });

  it.each([
    OWN.segwit,
    OWN.keyHash,
    '27XJ7fMrnhZpDAC9di81HRz7c7nScmbp4Hw',
    OWN.tron.toLowerCase(),
    OWN.tron.slice(0, -1),
    `${OWN.tron} `,
    '',
    'T',
  ])('%j is refused', (address) => {
    expect(() => tronAddress(address)).toThrow('must be a TRON address');
  });

  it('with any one character changed is refused', () => {
    const { found, asked } = accepted(tronAddress, oneChange(OWN.tron, BASE58));
    expect(found).toEqual([]);
    expect(asked).toBeGreaterThan(1000);
  });
});

describe('well-known addresses', () => {
  it('are the examples of development and of the specifications, and nobody’s own', () => {
    for (const address of [...Object.values(EXAMPLE_ADDRESSES), 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'])
      expect(isWellKnownAddress(address)).toBe(true);
    for (const address of Object.values(OWN)) expect(isWellKnownAddress(address)).toBe(false);
  });
});

describe('a pool of TRON addresses', () => {
  const OTHER = 'TFieVjYYScbZiaYVaWkw5gnt3Dw5Tk2g2u';
  const SHARED = 'TRRqHsJPxkfHRBTvz998YNguH9oAoCtbNf';

  it('is taken in its order, with or without blanks', () => {
    expect(tronPool(` ${OWN.tron},${OTHER} ,`, true, SHARED)).toEqual([OWN.tron, OTHER]);
  });

  it.each([
    ['a checksum that does not hold', `${OWN.tron},${OTHER.slice(0, -1)}v`, /\(address 2\), which is no TRON address/],
    ['an address twice', `${OWN.tron},${OTHER},${OWN.tron}`, /\(address 3\) twice/],
    ['the shared address', `${OTHER},${SHARED}`, /is PAY_USDT_TRC20_ADDRESS/],
    ['an address of others', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /well-known/],
    ['none', ' , ', /1 to 500/],
    ['too many', Array.from({ length: 501 }, () => OTHER).join(','), /1 to 500/],
  ])('with %s is refused', (_, text, problem) => {
    expect(() => tronPool(text, true, SHARED)).toThrow(problem);
  });
});
