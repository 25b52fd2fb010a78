import { describe, expect, it } from '@jest/globals';
import { TooMany } from '../../platform/domain/index.js';
import { UploadSlots } from './upload-slots.js';

describe('upload slots', () => {
  it('let a member send two forms at once, refuse the third, and leave other members alone', async () => {
    const slots = new UploadSlots();
    const release: (() => void)[] = [];
    const slow = () => slots.run('member', () => new Promise<string>((resolve) => release.push(() => resolve('done'))));
    const [first, second] = [slow(), slow()];
    await expect(slow()).rejects.toThrow(TooMany);
    await expect(slots.run('other', () => Promise.resolve('other'))).resolves.toBe('other');
    for (const end of release) end();
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  });

  it('are free again after a form failed', async () => {
    const slots = new UploadSlots();
    for (let i = 0; i < 5; i += 1) await expect(slots.run('member', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  });
});
