import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { readRequestId, traced } from './trace.js';

describe('what the work under way is done for', () => {
  const written: Record<string, unknown>[] = [];
  const log = createLogger('worker', 'info', { write: (line: string) => void written.push(JSON.parse(line) as Record<string, unknown>) });
  const last = () => written.at(-1);

  it('stands in every line of it, also after it has waited, and in no other', async () => {
    await traced({ requestId: 'one', ip: null }, async () => {
      await new Promise(setImmediate);
      log.info({ job: 'a' }, 'done');
    });
    expect(last()).toMatchObject({ requestId: 'one', job: 'a', process: 'worker' });
    log.info('started');
    expect(last()).not.toHaveProperty('requestId');
  });

  it('gives way to the request that a line names itself', () => {
    traced({ requestId: 'one', ip: null }, () => log.info({ requestId: 'another' }, 'answered'));
    expect(last()).toMatchObject({ requestId: 'another' });
  });

  it.each([undefined, null, 7, '', 'a'.repeat(65), 'one\ntwo', 'one two', { $ne: 1 }])('is not believed where a store says %p', (value) =>
    expect(readRequestId(value)).toBeNull(),
  );

  it('is read back as it was written', () =>
    expect(readRequestId('0190a1f0-0000-7000-8000-000000000001')).toBe('0190a1f0-0000-7000-8000-000000000001'));
});
