import { describe, expect, it } from '@jest/globals';
import { TooMany } from '../../platform/domain/index.js';
import type { RateLimits } from '../../platform/rate-limits/index.js';
import { UploadLimitsService } from './upload-limits.service.js';

const IP = '192.0.2.1';
const unlimited = { consume: () => Promise.resolve() } as unknown as RateLimits;

describe('concurrent forms of a member', () => {
  it('may be two; a third is refused, and other members are not affected', async () => {
    const uploads = new UploadLimitsService(unlimited);
    let end: (value: string) => void = () => {};
    const body = new Promise<string>((resolve) => (end = resolve));
    const running = [uploads.run('member', IP, () => body), uploads.run('member', IP, () => body)];
    await expect(uploads.run('member', IP, () => body)).rejects.toThrow(TooMany);
    await expect(uploads.run('other', IP, () => Promise.resolve('other'))).resolves.toBe('other');
    end('done');
    expect(await Promise.all(running)).toEqual(['done', 'done']);
  });

  it('do not count once they have failed', async () => {
    const uploads = new UploadLimitsService(unlimited);
    for (let i = 0; i < 5; i += 1) await expect(uploads.run('member', IP, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  });
});
