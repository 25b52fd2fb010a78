import { describe, expect, it } from '@jest/globals';
import { openWithPassphrase, sealWithPassphrase } from './passphrase-seal.js';
import { SealBroken, type SealContext } from './seal-context.types.js';

const context: SealContext = { table: 'key-package', rowId: 'one', userId: null, field: 'keys' };

describe('a passphrase', () => {
  it('opens what it sealed, typed on whatever machine, and nothing else does', async () => {
    const sealed = await sealWithPassphrase('the ring', 'Käse und Brot im Regen', context);
    expect(sealed.includes('the ring')).toBe(false);
    expect((await openWithPassphrase(sealed, 'Ka\u0308se und Brot im Regen', context)).toString()).toBe('the ring');
    await expect(openWithPassphrase(sealed, 'Käse und Brot im regen', context)).rejects.toThrow(SealBroken);
    await expect(openWithPassphrase(sealed, 'Käse und Brot im Regen', { ...context, rowId: 'two' })).rejects.toThrow(SealBroken);
    for (const at of [2, 20, sealed.length - 1]) {
      const spoilt = Buffer.from(sealed);
      spoilt[at]! ^= 1;
      await expect(openWithPassphrase(spoilt, 'Käse und Brot im Regen', context)).rejects.toThrow(SealBroken);
    }
  });

  it('is not stretched as a file pleases', async () => {
    for (const cost of [0, 16, 22, 255])
      await expect(openWithPassphrase(Buffer.concat([Buffer.of(0xe4, cost), Buffer.alloc(60)]), 'x', context)).rejects.toThrow(
        'not sealed with a passphrase',
      );
  });
});
