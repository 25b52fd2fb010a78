import { insertAfter, removeIf, removeOperand, removeStatement, replace, setProperty } from '../../../scripts/lib/mutation/operations.mjs';

const unit = (tests, name) => ({ project: 'unit', tests, name });
const ticker = (name) => ({ project: 'integration', tests: 'integration/live/ticker\\.', name });
const list = (name) => ({ project: 'integration', tests: 'integration/live/ticker-list', name });
const faults = (name) => ({ project: 'integration', tests: 'integration/live/ticker-faults', name });

export const tickerControls = [
  {
    id: 'T11.22',
    control: 'who does not read holds no memory of ours',
    mutation: removeOperand('LiveSocket.write', 'this.unread > this.settings.maxUnreadPublicBytes'),
    ...ticker('passed over at no cost'),
  },
  {
    id: 'T11.23',
    control: 'who was passed over gets everything',
    mutation: removeStatement('PublicTopicsService.tell', 'behind.add(_)'),
    ...ticker('passed over at no cost'),
  },
  {
    id: 'T11.24',
    control: 'nobody asks for everything again and again',
    mutation: removeOperand('PublicTopicsService.add', '_.listeners.has(_)'),
    ...ticker('however often it subscribes'),
  },
  {
    id: 'T6.21',
    control: 'who is nobody hears prices, and nothing of members',
    mutation: removeIf('LiveHubService.subscribe', 'socket.send(frames.sessionRequired(_))'),
    ...ticker('hears nothing of members'),
  },
  {
    id: 'T11.25',
    control: 'the exchange is left alone until somebody listens',
    mutation: insertAfter('TickerRelayService.onModuleInit', 'measureTicker(this.feed)', 'this.watched(true);'),
    ...ticker('nobody, no connection'),
  },
  {
    id: 'T11.26',
    control: 'the exchange is left when the last visitor has gone',
    mutation: removeIf('PublicTopicsService.remove', '_.listeners.size === 0'),
    ...ticker('nobody, no connection'),
  },
  {
    id: 'F17.11',
    control: 'the list of prices is paid for',
    mutation: removeStatement('DayTickers.read', 'this.budget.take(_)'),
    ...list('is paid for'),
  },
  {
    id: 'F1.3',
    control: 'a refused list closes the counter for everybody',
    mutation: removeStatement('DayTickers.read', 'this.budget.close(_, _, retryAfter(_, PAUSE_MS))'),
    ...list('refused with 429'),
  },
  {
    id: 'F3.5',
    control: 'a ban that the list meets closes the address',
    mutation: removeStatement('DayTickers.read', 'this.budget.close(_, WHOLE_ADDRESS, _)'),
    ...list('refused with 418'),
  },
  {
    id: 'T13.13',
    control: 'a list has a length',
    mutation: removeIf('DayTickers.#ask', '_ > MAX_BYTES'),
    ...list('more than five megabytes'),
  },
  {
    id: 'T13.14',
    control: 'a list comes from where it was asked for',
    mutation: setProperty('DayTickers.#ask', 'redirect', "'follow'"),
    ...list('another address'),
  },
  {
    id: 'F18.1',
    control: 'a list that comes late overwrites nothing newer',
    mutation: removeOperand('TickerBoard.show', '_.heardAt >= _'),
    ...unit('ticker/ticker-board', 'older full picture'),
  },
  {
    id: 'F18.2',
    control: "the venue's own dates count",
    mutation: removeOperand('TickerBoard.show', 'isLater(_, _)'),
    ...unit('ticker/ticker-board', 'dates a price later'),
  },
  {
    id: 'F18.3',
    control: 'what was missed is read again',
    mutation: removeIf('TickerFeed.#opened', 'this.#wantList()'),
    ...list('comes anew after an interruption'),
  },
  {
    id: 'F18.4',
    control: 'pairs that are gone go',
    mutation: removeIf('TickerBoard.show', '!_.has(_)'),
    ...list('pairs that are gone go'),
  },
  {
    id: 'F18.5',
    control: 'a stream that breaks again and again asks once in a period',
    mutation: replace('TickerFeed.#wantList', 'this.#askedAt + this.#settings.listEveryMs - performance.now()', '0'),
    ...list('however often the stream breaks'),
  },
  {
    id: 'F18.6',
    control: 'visitors hear at once that the exchange is gone',
    mutation: removeOperand('TickerRelayService.hear', 'turned'),
    ...ticker('except when the exchange goes'),
  },
  {
    id: 'F18.7',
    control: 'an announced end is no outage',
    mutation: replace('StreamConnectionClient.#hear', 'this.#heard ? this.#takeOver() : $renew', '$renew'),
    ...faults('announces that it will close'),
  },
  {
    id: 'S.11',
    control: 'a change is rounded exactly where floats err',
    mutation: removeIf('percentChange', 'exactly(_, _)'),
    ...unit('binance/percent-change', 'very middle'),
  },
  {
    id: 'S.12',
    control: 'nothing is not less than nothing',
    mutation: removeOperand('percent-change/written', "_ !== '0'"),
    ...unit('binance/percent-change', 'from'),
  },
  {
    id: 'S.13',
    control: 'a list laid out in another way is read as a whole',
    mutation: removeIf('ownRows', 'start < last || end === 0'),
    ...unit('binance/mini-tickers', ''),
  },
];
