import { beforeEach, describe, expect, it } from '@jest/globals';
import { ONE } from '../../platform/domain/scaled.js';
import { MAX_SCORES, TrackRecordRepository, type SignalCounts } from './track-record.repository.js';
import type { FinalScore } from './statistics.js';
import { TrackRecordService } from './track-record.service.js';

const score = (n: number, endedAt: string): FinalScore => ({
  id: String(n),
  status: 'closed',
  publishedAt: 0,
  enteredAt: 60,
  endedAt: Date.parse(endedAt) / 1000,
  rNet: ONE,
  rOptimistic: ONE,
  targets: 1,
  ambiguous: false,
});
const counts: SignalCounts = { published: 3, running: 1, unscored: 0 };

describe('the track record of the house', () => {
  let now: number;
  let asked: number;
  let scores: FinalScore[];
  let fails: boolean;
  let service: TrackRecordService;
  beforeEach(() => {
    [now, asked, fails, scores] = [Date.UTC(2026, 10, 22), 0, false, [score(1, '2026-10-01'), score(2, '2026-11-02')]];
    const rows = {
      findFinalScores: () => {
        asked++;
        return fails
          ? Promise.reject(new Error('the database is away'))
          : Promise.resolve({ scores, complete: scores.length <= MAX_SCORES });
      },
      countSignals: () => Promise.resolve(counts),
    } as unknown as TrackRecordRepository;
    service = new TrackRecordService(rows, { now: () => new Date(now) });
  });

  it('is computed once for all who ask at once, and again half a minute later', async () => {
    const [first, second] = await Promise.all([service.record(), service.record()]);
    now += 29_999;
    expect([second, await service.record()]).toEqual([first, first]);
    expect(asked).toBe(1);
    now += 1;
    scores = [...scores, score(3, '2026-11-22')];
    expect((await service.record()).closed).toBe(3);
    expect(asked).toBe(2);
  });

  it('is computed again where the clock was set back', async () => {
    await service.record();
    now -= 1;
    await service.record();
    expect(asked).toBe(2);
  });

  it('keeps no failure: whoever asks next is answered', async () => {
    fails = true;
    await expect(service.record()).rejects.toThrow('away');
    fails = false;
    await expect(service.record()).resolves.toMatchObject({ closed: 2, published: 3 });
  });

  it('names the files of each month, the newest first, in parts of fifty', async () => {
    scores = [...Array.from({ length: 51 }, (_, n) => score(n, '2026-11-05')), score(90, '2026-09-30T23:59:59Z')];
    expect((await service.record()).downloads).toEqual([
      { month: '2026-11', signals: 51, parts: 2 },
      { month: '2026-09', signals: 1, parts: 1 },
    ]);
  });
});
