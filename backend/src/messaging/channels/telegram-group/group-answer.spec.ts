import { describe, expect, it } from '@jest/globals';
import type { TelegramAnswer } from '../telegram/telegram-api.client.js';
import { groupFailureOf, isAnswered, isLinkGone, isNotRemovable } from './group-answer.rules.js';

const refused = (status: number, description: string, retryAfter: number | null = null): TelegramAnswer<never> => ({
  kind: 'refused',
  status,
  description,
  retryAfter,
  migrateTo: null,
});

describe('an answer about the group', () => {
  it.each([
    ['HIDE_REQUESTER_MISSING', [true, false, false]],
    ['USER_ALREADY_PARTICIPANT', [true, false, true]],
    ['INVITE_HASH_EXPIRED', [false, true, false]],
    ["can't remove chat owner", [false, false, true]],
    ['user is an administrator of the chat', [false, false, true]],
    ['not enough rights', [false, false, false]],
  ])('says %s', (text, expected) => {
    const answer = refused(400, `Bad Request: ${text}`);
    expect([isAnswered(answer), isLinkGone(answer), isNotRemovable(answer)]).toEqual(expected);
  });
});

describe('a failure', () => {
  it('without an answer is tried again: a removal or an answer within 8 seconds, the rest within 10 minutes', () => {
    const lost = { kind: 'unknown', code: 'timeout' } as const;
    expect([0, 1, 2, 3, 9].map((attempts) => groupFailureOf(lost, 'remove', attempts).inSeconds)).toEqual([1, 2, 4, 8, 8]);
    expect([0, 5, 10, 99].map((attempts) => groupFailureOf(lost, 'invite', attempts).inSeconds)).toEqual([1, 32, 600, 600]);
  });

  it.each([
    ['a 429', refused(429, 'Too Many Requests', 35), { inSeconds: 35, block: { scope: 'all', seconds: 35 } }],
    ['a refused token', refused(401, 'Unauthorized'), { block: { scope: 'all', seconds: 900 }, alarm: 'token-refused' }],
    ['a kick', refused(403, 'Forbidden: bot was kicked'), { block: { scope: 'group', seconds: 30 }, alarm: 'group-refused' }],
    [
      'missing rights',
      refused(400, 'Bad Request: not enough rights to manage chat invite link'),
      { block: { scope: 'group', seconds: 30 }, alarm: 'group-refused' },
    ],
    ['anything else', refused(400, 'Bad Request: strange'), { alarm: 'group-refused' }],
  ])('by %s', (_, answer, expected) => {
    expect(groupFailureOf(answer, 'remove', 0)).toMatchObject(expected);
  });
});
