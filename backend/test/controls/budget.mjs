import { editText, removeIf, replace, setProperty, setValue } from '../../../scripts/lib/mutation/operations.mjs';

const unit = (tests, name) => ({ project: 'unit', tests: `venues/budget/${tests}`, name });
const stores = (name) => ({ project: 'integration', tests: 'exchange-budget/shared-counters', name });

export const budgetControls = [
  {
    id: 'F17.1',
    control: 'calls of the window before that are under way count in this one',
    mutation: setProperty('rules/placeOf', 'carry', 'false'),
    ...unit('shared-weight-budget', 'under way for a call'),
  },
  {
    id: 'F17.2',
    control: 'a call answered in the next window counts there as well',
    mutation: setProperty('SharedWeightBudget.answered', 'spill: weight', '0'),
    ...unit('shared-weight-budget', 'its answer came only there'),
  },
  {
    id: 'F17.3',
    control: "a call at a window's beginning must have room in the one before",
    mutation: removeIf('grants', '_.early && !_(_)'),
    ...unit('rules', 'in the window before as well'),
  },
  {
    id: 'F17.4',
    control: 'a call that may have been counted late counts there unless the count shows otherwise',
    mutation: replace('spills', '_ <= _.taken + _.spilled + _.underWay', 'false'),
    ...unit('rules', 'where nobody can tell'),
  },
  {
    id: 'F17.5',
    control: "the venue's own count is believed where it is higher",
    mutation: replace('usedOf', 'Math.max($counted, _)', '$counted'),
    ...unit('shared-weight-budget', 'believed where it is higher'),
  },
  {
    id: 'F17.6',
    control: 'a late count does not shut the next window',
    mutation: replace('SharedWeightBudget.answered', 'sure ? $count : 0', '$count'),
    ...unit('shared-weight-budget', 'answers overtake'),
  },
  {
    id: 'F17.7',
    control: 'a call goes out in the window that counts it',
    mutation: removeIf('SharedWeightBudget.#takeOfWindow', 'this.#time.now() - _ >= _.endsAt'),
    ...unit('shared-weight-budget', 'in which it goes out'),
  },
  {
    id: 'F17.8',
    control: 'backfill leaves room for what interactive work used',
    mutation: replace('grants', '$cap - reserved(..._)', '$cap'),
    ...unit('rules', 'did not use of the last window'),
  },
  {
    id: 'F17.9',
    control: 'backfill gets what nobody else wants',
    mutation: setValue('RESERVE_UNTIL', '5'),
    ...unit('whole-windows', 'much interactive work'),
  },
  {
    id: 'F2.1',
    control: 'a closing of no length is none',
    mutation: replace('VenueCooldowns.add', 'Math.max(MIN_MS, $ms)', '$ms'),
    ...unit('shared-weight-budget', 'is no hot loop'),
  },
  {
    id: 'F1.1',
    control: 'a closing that the store missed is brought later',
    mutation: replace('SharedWeightBudget.#ask', 'this.#cooldowns.flush()', 'Promise.resolve()'),
    ...unit('shared-weight-budget', 'that was away at first'),
  },
  {
    id: 'R.7',
    control: 'nothing goes while nobody counts',
    mutation: replace('SharedWeightBudget.#ask', 'throw new RateLimited(STORE_AWAY_MS, _)', 'return { granted: true }'),
    ...unit('shared-weight-budget', 'nothing goes, and it is asked again'),
  },
  {
    id: 'R.8',
    control: 'a store that is away is not hammered',
    mutation: removeIf('SharedWeightBudget.#ask', '_ < this.#storeAwayUntil'),
    ...unit('shared-weight-budget', 'nothing goes, and it is asked again'),
  },
  {
    id: 'F1.2',
    control: 'every process obeys a closing (Redis)',
    mutation: editText('SHUT', 'math.max(0, longest)', '0'),
    ...stores('on Redis is closed in every process'),
  },
  {
    id: 'F3.1',
    control: 'a ban closes every scope (Redis)',
    mutation: editText('SHUT', "math.max(redis.call('PTTL', scope), redis.call('PTTL', venue))", "redis.call('PTTL', scope)"),
    ...stores('on Redis is closed altogether'),
  },
  {
    id: 'F3.2',
    control: 'a shorter closing does not end a ban (Redis)',
    mutation: editText('redis-scripts/CLOSE', "redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1])", 'true'),
    ...stores('on Redis is closed altogether'),
  },
  {
    id: 'F3.3',
    control: 'a ban closes every scope (PostgreSQL)',
    mutation: editText('Migration20261121001500_exchange_budget/shut', `c."scope" in (p_scope, '*')`, 'c."scope" = p_scope'),
    ...stores('on PostgreSQL is closed altogether'),
  },
  {
    id: 'F3.4',
    control: 'a shorter closing does not end a ban (PostgreSQL)',
    mutation: editText('weight-counters.sql/CLOSE', 'greatest(c.until, excluded.until)', 'excluded.until'),
    ...stores('on PostgreSQL is closed altogether'),
  },
  {
    id: 'F17.10',
    control: 'one step at a time (PostgreSQL)',
    mutation: editText('Migration20261121001500_exchange_budget/alone', 'pg_advisory_xact_lock(', 'pg_advisory_xact_lock_shared('),
    ...stores('on PostgreSQL lets each lane of two processes'),
  },
  {
    id: 'R.9',
    control: 'old windows are taken away',
    mutation: editText('Migration20261121001500_exchange_budget/take', 'o."expires_at" < clock_timestamp()', 'false'),
    ...stores('on PostgreSQL keeps no window for long'),
  },
];
