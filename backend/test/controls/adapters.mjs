const A = 'backend/src/exchange/adapters';
const venue = `${A}/ccxt/venue.ts`;
const wire = `${A}/ccxt/ccxt-wire.ts`;
const rights = `${A}/binance/key-rights.ts`;
const classify = `${A}/binance/classify.ts`;
const limits = `${A}/binance/limits.ts`;
const stream = 'backend/src/exchange/stream/stream-connection.ts';
const adapter = (name) => ({ project: 'integration', tests: 'exchange/adapter', name });
const feed = (name) => ({ project: 'integration', tests: 'exchange/stream', name });

export const adapterControls = [
  { threat: 'T24', control: 'a right we do not know is too much', file: rights, from: 'granted.filter((name) => !harmless.has(name))', to: 'granted.filter((name) => Object.hasOwn(names, name))', ...adapter('may do too much') },
  { threat: 'T24', control: 'rights told otherwise than by true and false are not believed', file: rights, from: 'else if (value !== false && !(times.has(name) && Number.isSafeInteger(value)))', to: 'else if (name === name.slice(1))', ...adapter('whose rights are told as') },
  { threat: 'T24', control: 'rights that do not speak of withdrawals are not believed', file: rights, from: "const expected = ['enableReading', 'enableWithdrawals'];", to: "const expected = ['enableReading'];", ...adapter('no word about withdrawals') },
  { threat: 'T24', control: "the operator's own key may not do too much either", file: `${A}/binance/binance-venue.ts`, from: 'if (excessive.length > 0) throw new KeyTooPowerful(excessive);', to: '', project: 'integration', tests: 'exchange/brackets', name: 'are not asked with a key that is can-trade' },
  { threat: 'T13', control: 'a key that cannot travel in a header is refused without a request', file: venue, from: 'assertUsable(credentials);', to: '', ...adapter('that is no key is told without a request') },
  { threat: 'T13', control: "an answer's size ends somewhere", file: `${A}/ccxt/transport.ts`, from: 'if (size > limit)', to: 'if (size > limit * 1e6)', project: 'unit', tests: 'adapters/ccxt/transport', name: 'longer than allowed' },
  { threat: 'T14', control: "the library's words, which quote signed addresses, are left behind", file: venue, from: 'return new ExchangeDown(what);', to: 'return new ExchangeDown(String(error));', ...adapter('tells no signature') },
  { threat: 'T14', control: 'signatures in the words of the exchange are struck out', file: classify, from: ".replace(/signature=[^&\\s]*/gi, 'signature=[redacted]')", to: '', ...adapter('that quotes the request tells no signature') },
  { threat: 'T25', control: 'a 429 closes its counter for everybody', file: venue, from: 'this.budget.close(venue, scope.name, error.retryAfterMs);', to: '', ...adapter('close the scope of a 429') },
  { threat: 'T25', control: 'a ban closes everything', file: venue, from: 'if (error instanceof Banned) this.budget.close(venue, WHOLE_ADDRESS, error.retryAfterMs);', to: '', ...adapter('close everything after a 418') },
  { threat: 'T25', control: 'maintenance is left alone', file: venue, from: 'if (error instanceof ExchangeDown && error.retryAfterMs > 0) this.budget.close(venue, WHOLE_ADDRESS, error.retryAfterMs);', to: '', ...adapter('close everything after maintenance') },
  { threat: 'T25', control: 'Retry-After 0 is no hot loop', file: classify, from: 'seconds > 0 ?', to: 'seconds >= 0 ?', ...adapter('where Retry-After is 0') },
  { threat: 'T25', control: 'each weight taken is answered for, whatever became of the call', file: venue, from: 'this.budget.answered(scope, weight, used);', to: 'if (used !== null) this.budget.answered(scope, weight, used);', ...adapter('answered for once') },
  { threat: 'T25', control: 'an odd announcement of limits changes nothing', file: limits, from: '!isCount(intervalNum) || !isCount(limit)', to: '!intervalNum || !limit', ...adapter('change nothing') },
  { threat: 'T25', control: 'a lower limit that the exchange announces counts', file: limits, from: 'if (announced) this.#announced[charge] = announced;', to: 'if (announced && announced.limit > 6000) this.#announced[charge] = announced;', ...adapter('count where they are lower') },
  { threat: 'T26', control: 'a refused clock is measured anew once for everybody', file: `${A}/ccxt/clock-difference.ts`, from: 'this.#measuring ??= this.#sample()', to: 'this.#measuring = this.#sample()', ...adapter('measured once for all calls that were refused together') },
  { threat: 'T26', control: 'nobody stamps with a refused clock', file: `${A}/ccxt/clock-difference.ts`, from: 'if (this.#measured === used) this.#measured = null;\n    await this.measured();', to: 'if (this.#measured === used) this.#measured = await this.#measure();', project: 'unit', tests: 'clock-difference', name: 'not used by anybody' },
  { threat: 'T26', control: 'a refused stamp is tried again once, not for ever', file: venue, from: '!(known instanceof ClockSkew) || attempt > 1 ||', to: '!(known instanceof ClockSkew) || attempt > 5 ||', ...adapter('never accepted ends with ClockSkew') },
  { threat: 'T26', control: 'a symbol is gone only where one was named', file: classify, from: "code === INVALID_SYMBOL && typeof params['symbol'] === 'string'", to: 'code === INVALID_SYMBOL', ...adapter('gone only where one was named') },
  { threat: 'T26', control: 'digits beyond a double survive', file: `${A}/ccxt/exact-json.ts`, from: 'if (!holdsInexact(plain)) return plain;', to: 'if (plain !== undefined) return plain;', ...adapter('every digit of ids') },
  { threat: 'T26', control: 'a page of another symbol is not believed', file: `${A}/binance/rows.ts`, from: "symbol: check.oneOf(row['symbol'], 'symbol', [symbol]),\n    tradeId: check.id(row['id'], 'id'),\n    orderId: check.id(row['orderId'], 'orderId'),\n    buyer: check.flag", to: "symbol,\n    tradeId: check.id(row['id'], 'id'),\n    orderId: check.id(row['orderId'], 'orderId'),\n    buyer: check.flag", ...adapter('rows of another symbol') },
  { threat: 'T26', control: 'a crowded millisecond of the futures journal loses no row', file: `${A}/binance/income.ts`, from: 'return `${newest}:1`;', to: 'return `${newest + 1}:1`;', ...adapter('lose no row of a crowded millisecond') },
  { threat: 'T26', control: 'a journal that never goes on ends', file: `${A}/binance/income.ts`, from: ' || page >= MOST_PAGES', to: '', ...adapter('a journal that never goes on') },
  { threat: 'T26', control: 'work that is called off ends at once', file: wire, from: 'if (signal) request.signal = AbortSignal.any([request.signal, signal]);', to: '', ...adapter('called off under way') },
  { threat: 'T11', control: 'a silent stream is given up', file: stream, from: "this.#silence = after(() => this.#renew('nothing is heard from the exchange', this.#pause()), this.times.silenceMs);", to: '', ...feed('says nothing any more') },
  { threat: 'T11', control: 'a stream that never opens is given up', file: stream, from: 'handshakeTimeout: this.times.handshakeMs, ', to: '', ...feed('never becomes one') },
  { threat: 'T11', control: 'an announced shutdown is not waited for', file: 'backend/src/exchange/stream/ticker-feed.ts', from: "if (message.kind === 'shutdown') return 'renew';", to: "if (message.kind === 'shutdown') return 'go-on';", ...feed('at once where a shutdown is announced') },
  { threat: 'T11', control: 'a message of the stream has an end', file: stream, from: ', maxPayload: MAX_MESSAGE_BYTES', to: '', ...feed('no message beyond five megabytes') },
  { threat: 'T11', control: 'a stream of nonsense is not believed', file: stream, from: "this.#renew(error instanceof SyntaxError ? 'the exchange sent no JSON' : 'a message of the exchange could not be read', this.#pause());", to: 'void error;', ...feed('does not believe a server') },
  { threat: 'T11', control: 'prices of the stream are decimals', file: 'backend/src/exchange/stream/mini-tickers.ts', from: 'if (!isPrice(price) || !isPrice(open)) return null;', to: "if (typeof price !== 'string' || typeof open !== 'string') return null;", project: 'unit', tests: 'mini-tickers', name: 'leaves out what has another shape' },
];
