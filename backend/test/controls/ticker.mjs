const live = 'backend/src/common/live';
const stream = 'backend/src/exchange/stream';
const relay = 'backend/src/exchange/ticker/http/ticker-relay.ts';
const unit = (tests, name) => ({ project: 'unit', tests, name });
const ticker = (name) => ({ project: 'integration', tests: 'integration/live/ticker\\.', name });
const list = (name) => ({ project: 'integration', tests: 'integration/live/ticker-list', name });
const faults = (name) => ({ project: 'integration', tests: 'integration/live/ticker-faults', name });

export const tickerControls = [
  { threat: 'T11', control: 'who does not read holds no memory of ours', file: `${live}/live-socket.ts`, from: '|| this.unread > this.settings.maxUnreadPublicBytes', to: '', ...ticker('passed over at no cost') },
  { threat: 'T11', control: 'who was passed over gets everything', file: `${live}/public-topics.ts`, from: '        skipped++;\n        behind.add(socket);\n', to: '        skipped++;\n', ...ticker('passed over at no cost') },
  { threat: 'T11', control: 'nobody asks for everything again and again', file: `${live}/public-topics.ts`, from: '!offer || offer.listeners.has(socket)', to: '!offer', ...ticker('however often it subscribes') },
  { threat: 'T6', control: 'who is nobody hears prices, and nothing of members', file: `${live}/live-hub.ts`, from: '      else if (!socket.actor) socket.send(frames.sessionRequired(name));\n', to: '', ...ticker('hears nothing of members') },
  { threat: 'T11', control: 'the exchange is left alone until somebody listens', file: relay, from: '    measureTicker(this.feed);\n', to: '    measureTicker(this.feed);\n    this.watched(true);\n', ...ticker('nobody, no connection') },
  { threat: 'T11', control: 'the exchange is left when the last visitor has gone', file: `${live}/public-topics.ts`, from: '    if (offer.listeners.size === 0) offer.feed.watched(false);\n', to: '', ...ticker('nobody, no connection') },
  { threat: 'F17', control: 'the list of prices is paid for', file: `${stream}/day-tickers.ts`, from: "    await this.budget.take({ scope, weight, lane: 'interactive', maxWaitMs: MAX_WAIT_MS, aheadMs: 0, signal });\n", to: '', ...list('is paid for') },
  { threat: 'F1', control: 'a refused list closes the counter for everybody', file: `${stream}/day-tickers.ts`, from: '        this.budget.close(venue, name, retryAfter(headers, PAUSE_MS));\n', to: '', ...list('refused with 429') },
  { threat: 'F3', control: 'a ban that the list meets closes the address', file: `${stream}/day-tickers.ts`, from: '        this.budget.close(venue, WHOLE_ADDRESS, retryAfter(headers, BAN_MS));\n', to: '', ...list('refused with 418') },
  { threat: 'T13', control: 'a list has a length', file: `${stream}/day-tickers.ts`, from: 'if (size > MAX_BYTES) throw', to: 'if (size < 0) throw', ...list('more than five megabytes') },
  { threat: 'T13', control: 'a list comes from where it was asked for', file: `${stream}/day-tickers.ts`, from: "redirect: 'error'", to: "redirect: 'follow'", ...list('another address') },
  { threat: 'F18', control: 'a list that comes late overwrites nothing newer', file: `${stream}/ticker-board.ts`, from: 'known.heardAt >= askedAt || ', to: '', ...list('comes late') },
  { threat: 'F18', control: "the venue's own dates count", file: `${stream}/ticker-board.ts`, from: ' || isLater(known.ticker, ticker)', to: '', ...unit('exchange/stream/ticker-board', 'dates a price later') },
  { threat: 'F18', control: 'what was missed is read again', file: `${stream}/ticker-feed.ts`, from: '    if (this.#missed) this.#wantList();\n', to: '', ...list('comes anew after an interruption') },
  { threat: 'F18', control: 'pairs that are gone go', file: `${stream}/ticker-board.ts`, from: 'if (!shown.has(symbol) && heardAt < askedAt)', to: 'if (heardAt < 0)', ...list('pairs that are gone go') },
  { threat: 'F18', control: 'a stream that breaks again and again asks once in a period', file: `${stream}/ticker-feed.ts`, from: 'this.#askedAt + this.#settings.listEveryMs - performance.now()', to: '0', ...list('however often the stream breaks') },
  { threat: 'F18', control: 'visitors hear at once that the exchange is gone', file: relay, from: 'if (turned || wait <= ', to: 'if (wait <= ', ...ticker('except when the exchange goes') },
  { threat: 'F18', control: 'an announced end is no outage', file: `${stream}/stream-connection.ts`, from: 'return this.#heard ? this.#takeOver() : ', to: 'return ', ...faults('announces that it will close') },
  { threat: 'S', control: 'a change is rounded exactly where floats err', file: `${stream}/percent-change.ts`, from: '  if (!sure) return exactly(price, open);\n', to: '', ...unit('exchange/stream/percent-change', 'very middle') },
  { threat: 'S', control: 'nothing is not less than nothing', file: `${stream}/percent-change.ts`, from: "negative && hundredths !== '0'", to: 'negative', ...unit('exchange/stream/percent-change', 'from') },
  { threat: 'S', control: 'a list laid out in another way is read as a whole', file: `${stream}/mini-tickers.ts`, from: 'if (start < last || end === 0) return null;', to: '', ...unit('exchange/stream/mini-tickers', '') },
];
