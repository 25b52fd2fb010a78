import { describe, expect, it } from '@jest/globals';
import type { AppConfig } from '../../../platform/config/index.js';
import { languages } from '../../../platform/domain/index.js';
import { NotificationPolicy } from '../../preferences/index.js';
import { messageOf } from '../channel-events.service.js';
import { pushText } from './push-texts.rules.js';
import { isStillOpen, namesSignals, SUMMARY, summaryOf } from './quiet-summary.rules.js';

const id = '0190a1f0-0000-7000-8000-000000000001';
const signal = (changes: string[] = [], kind = 'signal.changed') => ({
  kind: changes.length === 0 && kind === 'signal.changed' ? 'signal.published' : kind,
  payload: messageOf(kind, new Date(0), { id, symbol: 'BTC/USDT', side: 'short', changes: changes.map((change) => ({ kind: change })) }),
  isLate: false,
  sentRevision: null,
});
const notice = {
  kind: 'account.payment',
  payload: messageOf('account.payment', new Date(0), { notice: 'invoice-paid', facts: { number: 'TM-7' } }),
  isLate: false,
  sentRevision: null,
};

describe('what is still open after quiet hours', () => {
  it('is nothing that has ended, and nothing that is late', () => {
    expect([signal(), notice, signal(['move_stop'])].map(isStillOpen)).toEqual([true, true, true]);
    expect([signal([], 'signal.ended'), { ...signal([], 'signal.ended'), sentRevision: 1 }].map(isStillOpen)).toEqual([false, false]);
    expect([signal(), notice].map((state) => isStillOpen({ ...state, isLate: true }))).toEqual([false, false]);
  });

  it.each(['cancel', 'close_now'])('is a signal after %s only if the device has shown it', (change) => {
    const off = signal(['move_stop', change]);
    expect([isStillOpen(off), isStillOpen({ ...off, sentRevision: 1 })]).toEqual([false, true]);
  });
});

describe('a summary', () => {
  const payloadOf = (states: Parameters<typeof summaryOf>[0]) => messageOf(SUMMARY, new Date(0), summaryOf(states));

  it('counts everything, and names five of each', () => {
    const { counts, signals, notices } = summaryOf([...Array.from({ length: 7 }, () => signal()), notice]);
    expect([counts, signals.length, notices.length]).toEqual([{ signals: 7, notices: 1 }, 5, 1]);
  });

  it.each(languages)('is a text in %s, without amounts and prices', (language) => {
    const text = pushText(SUMMARY, payloadOf([signal(), signal(), notice]), language, id)!;
    expect(text).toMatchObject({ subjectId: id, path: '/#/notifications', dir: language === 'ar' ? 'rtl' : 'ltr' });
    expect(text.body.split('\n')).toHaveLength(4);
    expect(text.body).toContain('TM-7');
    expect(pushText(SUMMARY, payloadOf([signal(), signal()]), language, id)).toMatchObject({ path: '/#/user-trade-signal' });
  });

  it('is for readers of signals where it names one', () => {
    expect(namesSignals({ kind: SUMMARY, payload: payloadOf([signal(), notice]) })).toBe(true);
    expect(namesSignals({ kind: SUMMARY, payload: payloadOf([notice, notice]) })).toBe(false);
    expect(namesSignals({ kind: 'account.payment', payload: notice.payload })).toBe(false);
  });
});

describe('the quiet hours of one night have one end, and so one summary', () => {
  const endOf = (from: number, to: number, timeZone: string, at: string) => {
    const member = { isPaying: true, choices: [], quietHours: { from, to, timeZone } };
    const policy = new NotificationPolicy({ notificationDefaults: {} } as AppConfig, { now: () => new Date(at) });
    const dispatch = policy.dispatch(member, 'signal-published', 'push');
    return dispatch.isOff ? null : (dispatch.heldUntil?.toISOString() ?? null);
  };
  const minute = (hours: number, minutes: number) => hours * 60 + minutes;

  it('where an hour is missing', () => {
    // Madrid, 29 March 2026: from 02:00 to 03:00 at 01:00 UTC. 02:30 never comes.
    const ends = ['2026-03-28T21:00:00Z', '2026-03-28T23:30:00Z', '2026-03-29T00:59:59Z'].map((at) =>
      endOf(minute(22, 0), minute(2, 30), 'Europe/Madrid', at),
    );
    expect(new Set(ends)).toEqual(new Set(['2026-03-29T01:00:00.000Z']));
    expect(endOf(minute(22, 0), minute(2, 30), 'Europe/Madrid', '2026-03-29T01:00:00Z')).toBeNull();
  });

  it('where an hour is doubled', () => {
    // Madrid, 25 October 2026: from 03:00 to 02:00 at 01:00 UTC. 02:15 to 02:45 comes twice, and is one quiet time.
    const ends = ['2026-10-25T00:15:00Z', '2026-10-25T00:50:00Z', '2026-10-25T01:10:00Z', '2026-10-25T01:44:59Z'].map((at) =>
      endOf(minute(2, 15), minute(2, 45), 'Europe/Madrid', at),
    );
    expect(new Set(ends)).toEqual(new Set(['2026-10-25T01:45:00.000Z']));
    expect(endOf(minute(2, 15), minute(2, 45), 'Europe/Madrid', '2026-10-25T01:45:00Z')).toBeNull();
  });
});
