import { admins, list, paging, type BadRequest, type Route } from './route.js';

const signal = {
  asset: 'BTCUSDT', tradeType: 'Buy', timeFrame: '4 Hours', riskLevel: 'Medium', leverage: '10x', recommendedPositionSize: '2% of the account', duration: '3 to 5 days', currentPrice: '64250.5', entryPrice: '64000', stopLoss: '62500', trailingStopLoss: 'breakeven', takeProfit1: '65500', takeProfit2: '67000',
  takeProfit3: '69000.25', marketCondition: 'Bullish above the weekly open', signalMessage: 'Enter on the retest.', date: '2026-11-21', time: '09:30', projectedDateOfClosure: '2026-11-28',
};
const odds = { tradeType: signal.tradeType, leverage: signal.leverage, entryPrice: signal.entryPrice, stopLoss: signal.stopLoss, takeProfit1: signal.takeProfit1, takeProfit2: signal.takeProfit2, takeProfit3: signal.takeProfit3 };
const wrongSignal = (name: string, changes: Record<string, unknown>, fields: string[]): BadRequest => ({ name, as: 'admin', body: { ...signal, ...changes }, status: 400, fields });

const createSignal: BadRequest[] = [
  { name: 'nothing at all', as: 'admin', body: {}, status: 400, fields: Object.keys(signal) },
  ...Object.keys(signal).map((field) => wrongSignal(`no ${field}`, { [field]: undefined }, [field])),
  wrongSignal('a stop above the entry', { stopLoss: '64000.1' }, ['stopLoss']),
  wrongSignal('a first target at the entry', { takeProfit1: '64000' }, ['takeProfit1']),
  wrongSignal('targets that do not rise', { takeProfit2: '65500' }, ['takeProfit2']),
  wrongSignal('a third target below the second', { takeProfit3: '66999' }, ['takeProfit3']),
  wrongSignal('the prices of a long signal for a short one', { tradeType: 'Sell' }, ['stopLoss', 'takeProfit1', 'takeProfit2', 'takeProfit3']),
  wrongSignal('an unknown direction', { tradeType: 'Hold' }, ['tradeType']),
  wrongSignal('an asset that is no pair', { asset: 'Bitcoin' }, ['asset']),
  wrongSignal('a leverage beyond any venue', { leverage: '126x' }, ['leverage']),
  wrongSignal('a stop behind the liquidation', { leverage: '50x' }, ['stopLoss']),
  wrongSignal('a trailing stop that is none of them', { trailingStopLoss: 'sometimes' }, ['trailingStopLoss']),
  wrongSignal('a separated price', { entryPrice: '64,000' }, ['entryPrice']),
  wrongSignal('a price with an exponent', { entryPrice: '6.4e4' }, ['entryPrice']),
  wrongSignal('a price of nothing', { currentPrice: '0' }, ['currentPrice']),
  wrongSignal('a negative price', { stopLoss: '-1' }, ['stopLoss']),
  wrongSignal('an object for a price', { entryPrice: { $gt: '' } }, ['entryPrice']),
  wrongSignal('a number that JSON may not carry exactly', { entryPrice: 64000.12345678912 }, ['entryPrice']),
  wrongSignal('a day that does not exist', { date: '2026-02-30' }, ['date']),
  wrongSignal('a time that does not exist', { time: '24:00' }, ['time']),
  wrongSignal('a closure before its beginning', { projectedDateOfClosure: '2026-11-20' }, ['projectedDateOfClosure']),
  wrongSignal('a control character', { riskLevel: 'a\u0007' }, ['riskLevel']),
  wrongSignal('a NUL', { signalMessage: 'a\u0000' }, ['signalMessage']),
  wrongSignal('an endless message', { signalMessage: 'x'.repeat(4001) }, ['signalMessage']),
];

export const signalRoutes: Route[] = [
  { method: 'POST', path: '/createsignal', allowed: admins, empty: 400, bad: createSignal },
  // A trade club member needs an approved payment: the table's member has none, so admins alone are let in here (signals.int-spec.ts has the rest).
  { method: 'GET', path: '/getsignal', allowed: admins, empty: 200, bad: [...paging, { name: 'an unknown side', as: 'admin', query: 'side=sideways', status: 400, fields: ['side'] }, { name: 'an unknown status', as: 'admin', query: 'status=over', status: 400, fields: ['status'] }, { name: 'an endless search', as: 'admin', query: `q=${'x'.repeat(101)}`, status: 400, fields: ['q'] }] },
  { method: 'GET', path: '/signals/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/signals/{none}/candles', allowed: admins, empty: 404 },
  { method: 'GET', path: '/signals/{none}/receipt', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/signals', allowed: admins, empty: 200, bad: list() },
  { method: 'POST', path: '/admin/signals', allowed: admins, empty: 400, bad: [...createSignal, wrongSignal('fields that it does not know', { createdBy: 'x', side: 'short' }, ['createdBy', 'side'])] },
  { method: 'GET', path: '/admin/signals/choices', allowed: admins, empty: 200 },
  {
    method: 'POST', path: '/admin/signals/preview', allowed: admins, empty: 400,
    bad: [
      { name: 'nothing at all', as: 'admin', body: {}, status: 400, fields: Object.keys(odds) },
      { name: 'a stop above the entry', as: 'admin', body: { ...odds, stopLoss: '64000.1' }, status: 400, fields: ['stopLoss'] },
      { name: 'a price that is none', as: 'admin', body: { ...odds, takeProfit2: 'soon' }, status: 400, fields: ['takeProfit2'] },
      { name: 'the rest of a signal', as: 'admin', body: { ...odds, asset: 'BTCUSDT', date: '2026-11-21' }, status: 400, fields: ['asset', 'date'] },
    ],
  },
  { method: 'GET', path: '/admin/signal-receipts', allowed: admins, empty: 200, bad: list({ needsMember: true }) },
  { method: 'GET', path: '/admin/signals/{none}/amendments', allowed: admins, empty: 404 },
  {
    method: 'POST', path: '/admin/signals/{none}/amendments', allowed: admins, empty: 400,
    bad: [
      { name: 'a kind that is none', as: 'admin', body: { kind: 'edit' }, status: 400, fields: ['kind'] },
      { name: 'a stop that goes nowhere', as: 'admin', body: { kind: 'move_stop' }, status: 400, fields: ['stop'] },
      { name: 'a stop that is no price', as: 'admin', body: { kind: 'move_stop', stop: '6,4' }, status: 400, fields: ['stop'] },
      { name: 'a stop for what moves none', as: 'admin', body: { kind: 'cancel', stop: '64000' }, status: 400, fields: ['stop'] },
      { name: 'a price of the admin’s own', as: 'admin', body: { kind: 'close_now', price: '1' }, status: 400, fields: ['price'] },
      { name: 'a signal that is none', as: 'admin', body: { kind: 'cancel' }, status: 404 },
    ],
  },
  { method: 'GET', path: '/admin/signals/{none}', allowed: admins, empty: 404 },
  { method: 'GET', path: '/admin/signals/nonsense', allowed: admins, empty: 404 },
];
