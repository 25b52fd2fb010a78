import { removeIf, removeOperand, removeStatement, replace } from '../../../scripts/lib/mutation/operations.mjs';

const prices = { project: 'frontend', tests: 'features/ticker/ticker-store' };
const strip = { project: 'frontend', tests: 'features/ticker/ticker-strip' };
const live = { project: 'frontend', tests: 'lib/live' };

export const tickerWebControls = [
  {
    id: 'W1.1',
    control: 'a pair that stood still renders nothing',
    mutation: removeIf('TickerStore.#set', '_?.[1] === _ && _[2] === _'),
    ...prices,
    name: 'tells nobody else',
  },
  {
    id: 'W1.2',
    control: 'the strip is arranged anew only when its pairs change',
    mutation: replace('TickerStore.#arrange', 'if (!areSame($top, _)) this.#top = $top', 'this.#top = $top'),
    ...prices,
    name: 'arranges them anew',
  },
  {
    id: 'W1.3',
    control: 'a page that cannot be seen asks for no prices',
    mutation: removeIf('TickerStore.#follow', 'this.#pause()'),
    ...prices,
    name: 'is told nothing',
  },
  {
    id: 'W1.4',
    control: 'changes mean nothing before everything was told',
    mutation: removeOperand('TickerStore.#hear', '_.full || this.#isComplete'),
    ...prices,
    name: 'was never told',
  },
  {
    id: 'W1.5',
    control: 'a lost connection is no state to go on from',
    mutation: removeStatement('TickerStore.#lose', 'this.#isComplete = false'),
    ...prices,
    name: 'is an error while there is no connection',
  },
  {
    id: 'W1.6',
    control: 'pairs that are gone are forgotten',
    mutation: removeStatement('TickerStore.#replace', 'this.#rows.delete(_)'),
    ...prices,
    name: 'no longer in it',
  },
  {
    id: 'W1.7',
    control: 'the age counts from when the exchange was heard',
    mutation: replace('TickerStore.#hear', 'this.#now() - _.age', 'this.#now()'),
    ...prices,
    name: 'counts from when the exchange',
  },
  {
    id: 'W1.8',
    control: 'old prices are marked as stale',
    mutation: replace('TickerStore.#read', 'STALE_MS', '10 * STALE_MS'),
    ...strip,
    name: 'marks prices as stale',
  },
  {
    id: 'W1.9',
    control: 'readers are not told each second',
    mutation: replace(
      'ticker-state.tsx',
      '<p className={$style}>{...$content}</p>',
      '<p className={$style} role="status">{...$content}</p>',
    ),
    ...strip,
    name: 'keeps prices and ages out',
  },
  {
    id: 'W1.10',
    control: 'a session that is refused does not end the ticker',
    mutation: replace('live/lose', 'return connect()', 'return'),
    ...live,
    name: 'goes on at once',
  },
  {
    id: 'W1.11',
    control: 'a token is shown where something needs it',
    mutation: replace('tokenToShow', '_ ? sessionToken() : null', 'sessionToken()'),
    ...live,
    name: 'keeps the token to itself',
  },
  {
    id: 'W1.12',
    control: 'a server that was lost is not called by everybody at once',
    mutation: replace('live/lose', 'Math.random() * $longest', '$longest'),
    ...live,
    name: 'at the soonest',
  },
  {
    id: 'W1.13',
    control: 'a server that is silent is asked, and given up',
    mutation: removeIf('check', 'lose()'),
    ...live,
    name: 'sign of life',
  },
];
