const store = 'frontend/src/features/ticker/ticker-store.ts';
const socket = 'frontend/src/lib/live.ts';
const prices = { project: 'frontend', tests: 'features/ticker/ticker-store' };
const strip = { project: 'frontend', tests: 'features/ticker/ticker-strip' };
const live = { project: 'frontend', tests: 'lib/live' };
export const tickerWebControls = [
  { threat: 'W1', control: 'a pair that stood still renders nothing', file: store, from: '    if (before?.[1] === price && before[2] === change) return;\n', to: '', ...prices, name: 'tells nobody else' },
  { threat: 'W1', control: 'the strip is arranged anew only when its pairs change', file: store, from: '    if (!areSame(top, this.#top)) this.#top = top;\n', to: '    this.#top = top;\n', ...prices, name: 'arranges them anew' },
  { threat: 'W1', control: 'a page that cannot be seen asks for no prices', file: store, from: "    if (document.visibilityState === 'hidden') return this.#pause();\n", to: '', ...prices, name: 'is told nothing' },
  { threat: 'W1', control: 'changes mean nothing before everything was told', file: store, from: ' || !(frame.full || this.#isComplete)', to: '', ...prices, name: 'was never told' },
  { threat: 'W1', control: 'a lost connection is no state to go on from', file: store, from: '    this.#isLost = true;\n    this.#isComplete = false;\n', to: '    this.#isLost = true;\n', ...prices, name: 'is an error while there is no connection' },
  { threat: 'W1', control: 'pairs that are gone are forgotten', file: store, from: '      this.#rows.delete(symbol);\n', to: '', ...prices, name: 'no longer in it' },
  { threat: 'W1', control: 'the age counts from when the exchange was heard', file: store, from: 'this.#now() - frame.age', to: 'this.#now()', ...prices, name: 'counts from when the exchange' },
  { threat: 'W1', control: 'old prices are marked as stale', file: store, from: 'age >= STALE_MS', to: 'age >= 10 * STALE_MS', ...strip, name: 'marks prices as stale' },
  { threat: 'W1', control: 'readers are not told each second', file: 'frontend/src/features/ticker/ticker-state.tsx', from: '<p className={styles.state}>', to: '<p className={styles.state} role="status">', ...strip, name: 'keeps prices and ages out' },
  { threat: 'W1', control: 'a session that is refused does not end the ticker', file: socket, from: '    return connect(); // what needs no session goes on\n', to: '    return;\n', ...live, name: 'goes on at once' },
  { threat: 'W1', control: 'a token is shown where something needs it', file: socket, from: 'wanted(false).length > 0 ? sessionToken() : null', to: 'sessionToken()', ...live, name: 'keeps the token to itself' },
  { threat: 'W1', control: 'a server that was lost is not called by everybody at once', file: socket, from: 'FIRST_PAUSE + Math.random() * ', to: 'FIRST_PAUSE + ', ...live, name: 'at the soonest' },
  { threat: 'W1', control: 'a server that is silent is asked, and given up', file: socket, from: '  else if (silentChecks > SILENT_CHECKS + 1) lose();\n', to: '', ...live, name: 'sign of life' },
];
