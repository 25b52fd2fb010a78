import { expect, it } from '@jest/globals';
import { afterModeration, moderationsOf } from './comment-moderation.rules.js';
import { commentStates, moderations } from './comment.types.js';

it('what the team can do about a comment is what has a result', () => {
  expect(Object.fromEntries(commentStates.map((state) => [state, moderationsOf(state, false)]))).toEqual({
    visible: ['hide', 'remove'],
    hidden: ['restore', 'remove'],
    removed: [],
    deleted: [],
  });
  for (const state of commentStates)
    for (const act of moderations)
      expect([state, act, afterModeration(act, state) !== undefined]).toEqual([state, act, moderationsOf(state, true).includes(act)]);
});

it('a removed comment never comes back', () => {
  expect(afterModeration('remove', 'hidden')).toBe('removed');
  expect(afterModeration('restore', 'removed')).toBeUndefined();
  expect(afterModeration('restore', 'deleted')).toBeUndefined();
  expect(afterModeration('dismiss', 'deleted')).toBe('deleted');
});
