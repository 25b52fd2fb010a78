import { describe, expect, it } from '@jest/globals';
import type { TelegramAnswer } from './telegram-api.client.js';
import { judgementOf, postJudgementOf, REFUSED_CHANNEL_SECONDS, retrySeconds } from './telegram-outcome.rules.js';

const refused = (status: number, description: string, more: object = {}): TelegramAnswer<never> => ({
  kind: 'refused',
  status,
  description,
  retryAfter: null,
  migrateTo: null,
  ...more,
});
const unknown: TelegramAnswer<never> = { kind: 'unknown', code: 'timeout' };
const unsent: TelegramAnswer<never> = { kind: 'unsent', code: 'ECONNREFUSED' };

describe('judgementOf', () => {
  it('never repeats a message that may have arrived, and repeats an edit', () => {
    expect(judgementOf(unknown, 'send', 9).outcome).toEqual({
      outcome: 'uncertain',
      status: null,
      ms: 9,
      answer: 'timeout',
      retryAfterSeconds: null,
    });
    expect(judgementOf(unknown, 'edit', 9).outcome).toMatchObject({ outcome: 'failed_retryable' });
  });

  it.each(['send', 'edit'] as const)('repeats a %s that was not sent', (act) => {
    expect(judgementOf(unsent, act, 1).outcome).toMatchObject({ outcome: 'failed_retryable', answer: 'ECONNREFUSED' });
  });

  it('blocks the whole channel for as long as Telegram asks', () => {
    expect(judgementOf(refused(429, 'Too Many Requests: retry after 35', { retryAfter: 35 }), 'send', 1)).toMatchObject({
      outcome: { outcome: 'failed_retryable', retryAfterSeconds: 35 },
      blockSeconds: 35,
    });
    expect(judgementOf(refused(429, 'Too Many Requests'), 'send', 1).blockSeconds).toBe(5);
  });

  it.each([
    [403, 'Forbidden: bot was blocked by the user'],
    [403, 'Forbidden: user is deactivated'],
    [403, "Forbidden: bot can't initiate conversation with a user"],
    [400, 'Bad Request: chat not found'],
  ])('takes %i %s for the end of the address', (status, description) => {
    for (const act of ['send', 'edit'] as const)
      expect(judgementOf(refused(status, description), act, 1)).toEqual({
        outcome: { outcome: 'failed_permanent', gone: true, status, ms: 1, answer: description },
      });
  });

  it('takes an edit that changes nothing for done, and sends anew what can no longer be edited', () => {
    const same = refused(400, 'Bad Request: message is not modified: specified new message content is the same');
    expect(judgementOf(same, 'edit', 1).outcome.outcome).toBe('sent');
    expect(judgementOf(same, 'send', 1).outcome.outcome).toBe('failed_permanent');
    for (const gone of ['message to edit not found', "message can't be edited"])
      expect(judgementOf(refused(400, `Bad Request: ${gone}`), 'edit', 1).outcome).toMatchObject({
        outcome: 'failed_retryable',
        isMessageGone: true,
      });
  });

  it('raises an alarm for our own faults', () => {
    expect(judgementOf(refused(401, 'Unauthorized'), 'send', 1)).toMatchObject({ alarm: 'token-refused', blockSeconds: 900 });
    expect(judgementOf(refused(400, "Bad Request: can't parse entities"), 'send', 1)).toMatchObject({
      alarm: 'refused-text',
      outcome: { outcome: 'failed_permanent', gone: false },
    });
  });
});

describe('retrySeconds', () => {
  it('waits longer with every try, an hour at most', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map(retrySeconds)).toEqual([5, 30, 120, 600, 1800, 3600, 3600]);
  });
});

describe('postJudgementOf', () => {
  it.each([
    [403, 'Forbidden: bot was kicked from the channel chat'],
    [403, 'Forbidden: bot is not a member of the channel chat'],
    [400, 'Bad Request: not enough rights to send text messages to the chat'],
    [400, 'Bad Request: need administrator rights in the channel chat'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN'],
    [400, 'Bad Request: chat not found'],
  ])('pauses the chat after %d %s, tells operators, and tries again', (status, description) => {
    expect(postJudgementOf(refused(status, description), 'send', 1)).toEqual({
      outcome: { outcome: 'failed_retryable', retryAfterSeconds: REFUSED_CHANNEL_SECONDS, status, ms: 1, answer: description },
      pauseSeconds: REFUSED_CHANNEL_SECONDS,
      alarm: 'channel-refused',
    });
  });

  it('judges all else as it does in private chats', () => {
    for (const answer of [unknown, unsent, refused(429, 'x', { retryAfter: 3 }), refused(401, 'x'), refused(400, 'cannot parse')])
      expect(postJudgementOf(answer, 'send', 1)).toEqual(judgementOf(answer, 'send', 1));
  });
});
