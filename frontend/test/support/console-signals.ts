import type { OwnTradesWire, SignalChoicesWire, SignalDetailWire, SignalWire, TelegramWire } from '../../src/lib/wire/types';
import { list, type Call, type Routes } from './api';
import { amara, rememberSession } from './people';

/** What is typed into the form of a signal. */
export const typed = {
  asset: 'BTCUSDT',
  tradeType: 'Buy',
  timeFrame: '4 Hours',
  riskLevel: 'Medium',
  leverage: '10x',
  recommendedPositionSize: '2% of the account',
  duration: '3 to 5 days',
  currentPrice: '64250.5',
  entryPrice: '64000',
  stopLoss: '62500',
  trailingStopLoss: 'breakeven',
  takeProfit1: '65500',
  takeProfit2: '67000',
  takeProfit3: '69000.25',
  marketCondition: 'Bullish',
  signalMessage: 'Enter on the retest.',
  date: '2026-11-21',
  time: '09:30',
  projectedDateOfClosure: '2026-11-28',
};
export const signal: SignalWire = {
  ...typed,
  id: 's-1',
  symbol: 'BTC/USDT',
  side: 'long',
  publishedAt: '2026-11-21T09:31:00.000Z',
  createdAt: '2026-11-21T09:31:00.000Z',
  outcome: null,
  amendments: [],
};
const choices: SignalChoicesWire = {
  tradeTypes: ['Buy', 'Sell'],
  timeFrames: ['1 Hour', '4 Hours'],
  riskLevels: ['Low', 'Medium'],
  marketConditions: ['Bullish', 'Bearish'],
  leverages: ['1x', '10x'],
  trailingStops: ['none', 'breakeven'],
};
/** What the server counts of it. */
export const odds = {
  body: {
    message: '',
    data: {
      side: 'long',
      risk: '2.34',
      marginRisk: '23.44',
      targets: [
        { reward: '2.35', ratio: '1.00' },
        { reward: '4.69', ratio: '2.00' },
        { reward: '7.81', ratio: '3.33' },
      ],
    },
  },
};

/** As a member reads it on its page. */
export const detail: SignalDetailWire = {
  ...signal,
  odds: {
    side: 'long',
    risk: '2.34',
    marginRisk: '23.44',
    targets: [
      { reward: '2.34', ratio: '1.00' },
      { reward: '4.69', ratio: '2.00' },
      { reward: '7.81', ratio: '3.33' },
    ],
  },
  closesAt: '2026-11-29T00:00:00.000Z',
  mark: null,
  logIndex: null,
};
/** Of a member without an account. */
export const noTrades: OwnTradesWire = {
  symbol: 'BTC/USDT',
  lastSyncedAt: null,
  computedAt: null,
  isBehind: false,
  unknown: 'no-account',
  entry: null,
  exit: null,
};

const noTelegram: TelegramWire = { isAvailable: false, account: null, request: null, group: null };

let visit = 0;
/** What somebody leaves in a form stays theirs: each test is somebody else. */
export function rememberSomebodyElse(): void {
  visit += 1;
  rememberSession();
}

/** What the screens of signals ask for first. */
export const start: Routes = {
  'GET /getuser': () => ({ body: { message: '', data: { ...amara, userId: `u-0-${visit}` } } }),
  'GET /admin/signals/choices': { body: { message: '', data: choices } },
  'POST /admin/signals/preview': odds,
  'GET /admin/*': list('any', []),
  'GET /me/telegram': { body: { message: '', data: noTelegram } },
  'GET /admin/signals/s-1/amendments': { body: { message: '', data: { may: [], amendments: [] } } },
  'GET /signals/s-1/candles': {
    body: {
      message: '',
      data: { step: 60, candles: [], stops: [{ time: Date.parse('2026-11-21T09:31:00Z') / 1000, price: '62500', by: 'published' }] },
    },
  },
};

export const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
