import { expect, it } from '@jest/globals';
import type { Actor } from '../../platform/http/index.js';
import type { TeamRole } from '../../platform/domain/index.js';
import { isCheckedFor, mayHear, topics } from './topics.rules.js';

const heardBy = (teamRole: TeamRole) => topics.filter((topic) => mayHear(topic, { role: 'admin', teamRole, paid: false }));

it.each([
  ['admin', ['sync-runs', 'account', 'portfolio', 'signals', 'reviews', 'inbox']],
  ['reviewer', ['reviews', 'inbox']],
  ['signal author', ['signals', 'inbox']],
  ['support', ['sync-runs', 'account', 'portfolio', 'inbox']],
  ['auditor', ['sync-runs', 'account', 'portfolio', 'signals', 'reviews', 'inbox']],
] as const)('%s hears of what the role may read', (teamRole, expected) => {
  expect(heardBy(teamRole)).toEqual(expected);
});

it('a member hears of their own account without a look at the database', () => {
  const member = { role: 'hedge fund', teamRole: null, paid: false } as const;
  expect(topics.filter((topic) => mayHear(topic, member))).toEqual(['sync-runs', 'account', 'portfolio', 'notices', 'club-news']);
  expect(topics.filter((topic) => isCheckedFor(topic, { role: 'hedge fund' } as Actor))).toEqual(['signals', 'reviews', 'inbox']);
  expect(topics.filter((topic) => isCheckedFor(topic, null))).toEqual(['signals', 'reviews', 'inbox']);
});
