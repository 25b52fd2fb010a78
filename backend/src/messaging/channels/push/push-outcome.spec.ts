import { describe, expect, it } from '@jest/globals';
import type { WebhookAnswer } from '../webhooks/webhook-http.client.js';
import { pushJudgementOf, REFUSED_KEYS_SECONDS, retrySeconds } from './push-outcome.rules.js';

const now = new Date('2026-11-28T10:00:00Z');
const facts = { ms: 7, now, hasAccepted: true };
const answered = (status: number, retryAfter?: string): WebhookAnswer => ({ kind: 'answered', status, retryAfter, text: 'https://secret' });
const judged = (status: number, retryAfter?: string) => pushJudgementOf(answered(status, retryAfter), facts);

describe('pushJudgementOf', () => {
  it.each([200, 201, 202, 204])('%i is accepted', (status) => {
    expect(judged(status)).toEqual({ outcome: { outcome: 'sent', status, ms: 7, answer: `http-${status}` } });
  });

  it.each([404, 410])('%i ends the subscription', (status) => {
    expect(judged(status)).toMatchObject({ outcome: { outcome: 'failed_permanent', gone: true } });
  });

  it.each([400, 413, 301, 307, 415])('%i is our own fault: not repeated, with an alarm', (status) => {
    expect(judged(status)).toMatchObject({ outcome: { outcome: 'failed_permanent', gone: false }, alarm: 'refused-message' });
  });

  it.each([401, 403])('%i stops the host, with an alarm', (status) => {
    expect(judged(status)).toMatchObject({
      outcome: { outcome: 'failed_retryable', retryAfterSeconds: REFUSED_KEYS_SECONDS },
      blockSeconds: REFUSED_KEYS_SECONDS,
      alarm: 'refused-credentials',
    });
  });

  it.each([401, 403])('%i to a browser that never took anything stops no other', (status) => {
    const { outcome, blockSeconds, alarm } = pushJudgementOf(answered(status), { ...facts, hasAccepted: false });
    expect([outcome, blockSeconds, alarm]).toEqual([
      expect.objectContaining({ outcome: 'failed_permanent', gone: true }),
      undefined,
      'refused-credentials',
    ]);
  });

  it.each([429, 406])('%i keeps the host back as long as it asks', (status) => {
    expect(judged(status, '90')).toMatchObject({ outcome: { outcome: 'failed_retryable', retryAfterSeconds: 90 }, blockSeconds: 90 });
    expect(judged(status, 'Sat, 28 Nov 2026 10:02:00 GMT').blockSeconds).toBe(120);
    expect(judged(status).blockSeconds).toBe(60);
    expect(judged(status, '999999999').blockSeconds).toBe(6 * 3600);
  });

  it.each([500, 502, 503])('%i is repeated: the device shows it once', (status) => {
    expect(judged(status, '30').outcome).toMatchObject({ outcome: 'uncertain', retryAfterSeconds: 30 });
  });

  it('repeats what has no answer, and what was not sent', () => {
    expect(pushJudgementOf({ kind: 'unknown', code: 'timeout' }, facts).outcome).toMatchObject({ outcome: 'uncertain', answer: 'timeout' });
    expect(pushJudgementOf({ kind: 'unsent', code: 'ECONNREFUSED' }, facts).outcome).toMatchObject({ outcome: 'failed_retryable' });
  });

  it('does not repeat what leads to a private address', () => {
    expect(pushJudgementOf({ kind: 'refused', code: 'private-address' }, facts).outcome).toMatchObject({
      outcome: 'failed_permanent',
      gone: false,
    });
  });
});

describe('retrySeconds', () => {
  it('tries for a day, with growing delays that are spread', () => {
    const delays = Array.from({ length: 10 }, (_, n) => retrySeconds(n + 1, 0.5)!);
    expect(delays.toSorted((a, b) => a - b)).toEqual(delays);
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(82_000);
    expect(retrySeconds(11)).toBeNull();
    expect([retrySeconds(1, 0), retrySeconds(1, 1)]).toEqual([4, 6]);
  });
});
