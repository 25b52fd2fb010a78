import { describe, expect, it } from '@jest/globals';
import { decodeEvent, encodeEvent, type LiveEvent } from './live-event.messages.js';

const about = (data: object): LiveEvent => ({ topic: 'sync-runs', userId: '01900000-0000-7000-8000-000000000001', data });

describe('live events', () => {
  it('come out as they went in, whatever they say', () => {
    for (const data of [{}, { text: 'a\u0000b "quoted" \\ 🗝 \n' }, { nested: { list: [1, null, true] } }])
      expect(decodeEvent(encodeEvent(about(data)))).toEqual(about(data));
  });

  it('fit into a notification: larger ones say only that there is something to read', () => {
    const fits = encodeEvent(about({ text: 'x'.repeat(6800) }));
    const large = encodeEvent(about({ text: 'ü'.repeat(6800) }));
    expect(decodeEvent(fits)!.data).not.toBeNull();
    expect(decodeEvent(large)).toEqual({ ...about({}), data: null });
    for (const text of [fits, large]) expect(Buffer.byteLength(text)).toBeLessThan(8000);
  });

  it.each([
    '',
    'x',
    '[]',
    'null',
    '{}',
    '{"topic":"sync-runs","userId":"me","data":{}}',
    '{"topic":"other","userId":"01900000-0000-7000-8000-000000000001","data":{}}',
    '{"topic":"sync-runs","userId":"01900000-0000-7000-8000-000000000001","data":[]}',
  ])('are none of ours: %s', (payload) => {
    expect(decodeEvent(payload)).toBeNull();
  });
});
