import type { LetterName } from '../../src/messaging/mail/letters/letters.js';

const publicUrl = 'https://club.example';
const token = 'A'.repeat(43);
const instant = '2026-11-23T14:05:00.000Z';
const unsubscribeUrl = `${publicUrl}/api/v1/public/unsubscribe/abc`;

/** What a letter may be queued with. */
export type LetterSample = Record<string, string | number | null | string[] | Record<string, unknown>[]>;

const onPages = [
  { on: 'analysis' as const, key: 'the-range' },
  { on: 'signal' as const, key: '0190a1f0-0000-7000-8000-000000000001' },
];

/** Data of letters whose texts depend on it, in each form that changes them. The others need none. */
export const letterSamples: Partial<Record<LetterName, LetterSample[]>> = {
  'confirm-email': [{ token }],
  'choose-password': [{ token }],
  'reset-password': [{ token }],
  'admin-invitation': [{ token }],
  'admin-added': [{ email: 'ada@club.example' }],
  'confirm-new-email': [{ token }],
  'second-factor-added': [{ factor: 'passkey' }, { factor: 'app' }, { factor: 'recovery-codes' }],
  'second-factor-removed': [{ factor: 'app' }, { factor: 'passkey' }, { factor: 'all' }],
  'recovery-code-used': [{ left: 7 }, { left: 0 }, { left: 1 }],
  'new-sign-in': [
    { network: '203.0.113.0/24', at: instant },
    { network: null, at: instant },
  ],
  'reveal-alert': [{ count: 6 }],
  'payment-rejected': [{ reason: 'Stored', code: 'amount-differs', words: '12 USDT arrived' }],
  'payment-declined': [{ reason: 'Stored', code: 'not-genuine' }],
  'invoice-issued': [{ number: 'TM-2026-000123', total: '50.00', due: instant }],
  'fees-issued': [
    { invoices: [{ number: 'TM-2026-000124', total: '41.67' }], total: '41.67', due: instant },
    {
      invoices: [
        { number: 'TM-2026-000124', total: '41.67' },
        { number: 'TM-2026-000125', total: '1310.40' },
      ],
      total: '1352.07',
      due: instant,
    },
  ],
  'invoice-paid': [{ number: 'TM-2026-000123', total: '50.00' }],
  'invoice-reminder': [
    { number: 'TM-2026-000123', rest: '1234.50', due: instant },
    { number: 'TM-2026-000123', rest: '1234.50', due: instant, invoiceId: '0190a1f0-0000-7000-8000-000000000001' },
  ],
  'pay-address-announced': [{ target: 'btc', value: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', at: instant }],
  'pay-address-scheduled': [{ target: 'usdt-trc20', value: 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36', at: instant }],
  'pay-address-withdrawn': [{ target: 'bitcoin-account', value: '0123456789abcdef', at: instant }],
  'payment-short': [{ number: 'TM-2026-000123', rest: '0.50', invoiceId: '0190a1f0-0000-7000-8000-000000000001' }],
  'payment-late': [{ number: 'TM-2026-000123' }],
  'credit-undone': [{ number: 'TM-2026-000123', paid: 'TM-2026-000122', invoiceId: '0190a1f0-0000-7000-8000-000000000001' }],
  'payment-lost': [{ number: 'TM-2026-000123', invoiceId: '0190a1f0-0000-7000-8000-000000000001' }],
  'mandate-countersigned': [{ startsAt: instant }],
  'mandate-declined': [{ reason: 'The account holds coins we do not trade' }],
  'mandate-started': [{ startsAt: instant, equity: '36500.00' }],
  'mandate-ended': [{ endedAt: instant }],
  'redemption-acknowledged': [
    { dealingDay: '2026-06-30', amount: '5000.00' },
    { dealingDay: '2026-12-31', amount: null },
  ],
  'redemption-settled': [{ dealingDay: '2026-06-30', amount: '5000.00' }],
  'fund-access-ended': [{}],
  'redemption-requested': [{ mandateId: '0190a1f0-0000-7000-8000-000000000001', dealingDay: '2026-06-30' }],
  'mandate-signed': [{ mandateId: '0190a1f0-0000-7000-8000-000000000001' }],
  'valuations-missing': [{ mandateId: '0190a1f0-0000-7000-8000-000000000001', since: instant }],
  'share-line-charged': [{ symbol: 'BTC/USDT', reason: 'The exit closed this entry' }],
  'share-line-dropped': [{ symbol: 'BTC/USDT', reason: 'You are right' }],
  'webhook-failing': [{ host: 'hooks.example.com' }],
  'webhook-disabled': [
    { host: 'hooks.example.com', reason: 'gone' },
    { host: 'hooks.example.com:8443', reason: 'failing' },
  ],
  'kyc-rejected': [{ reason: 'Stored', code: 'address-old' }, { reason: 'The photo is blurred' }],
  'kyc-document-asked': [
    { document: 'id-card', reason: 'Stored', code: 'identity-expired' },
    { document: 'proof-of-address', reason: 'The photo is blurred' },
  ],
  'kyc-declined': [{ reason: 'Stored', code: 'not-genuine', words: 'See the seal.' }],
  'key-problem': [
    { problem: 'Stored', code: 'too-powerful', rights: ['withdrawals', 'spot trading'] },
    { problem: 'Stored', code: 'unknown' },
  ],
  'key-expires': [{ day: '2026-12-24' }],
  'alert-rose': [{ symbol: 'BTC/USDT', level: '60000', percent: null, price: '60012.5', at: instant }],
  'alert-fell': [{ symbol: 'BTC/USDT', level: '60000', percent: null, price: '59990', at: instant }],
  'alert-near-entry': [{ symbol: 'BTC/USDT', level: '64000', percent: '1.5', price: '63100', at: instant }],
  'alert-long-near-liquidation': [{ symbol: 'BTC/USDT', level: '52631.5789473684', percent: '1', price: '52600', at: instant }],
  'alert-short-near-liquidation': [{ symbol: 'BTC/USDT', level: '63809.5238095238', percent: '1', price: '63810', at: instant }],
  'alert-drawdown': [{ percent: '1', drawdown: '-0.010253', at: instant }],
  'alert-deposit': [{ coin: 'USDT', amount: '1250.5', network: 'TRX', at: instant }],
  'alert-near-stop': [{ symbol: 'BTC/USDT', level: '62500', percent: '1', price: '63125', at: instant }],
  'comment-reply': onPages,
  'comment-mention': onPages,
  'calendar-day-reminder': [{ slug: 'questions-and-answers', title: 'Questions and answers', startsAt: instant }],
  'calendar-hour-reminder': [{ slug: 'questions-and-answers', title: 'Questions and answers', startsAt: instant }],
  'calendar-moved': [
    { slug: 'questions-and-answers', title: 'Questions and answers', startsAt: instant, from: '2026-11-22T18:00:00.000Z' },
  ],
  'calendar-cancelled': [{ slug: 'questions-and-answers', title: 'Questions and answers', startsAt: instant }],
  'export-ready': [{ until: instant }],
  'erasure-received': [{ due: instant }],
  'erasure-refused': [{ reason: 'The request came from another person' }],
  'erasure-completed': [{ historyUntil: instant, identityUntil: '2031-11-23T14:05:00.000Z' }],
  'signal-digest': [
    {
      items: [
        { symbol: 'BTC/USDT', side: 'long', at: '2026-11-24T07:00:00.000Z', news: { what: 'published', entry: '64000', stop: '62500' } },
        { symbol: 'BTC/USDT', side: 'long', at: '2026-11-24T08:00:00.000Z', news: { what: 'moveStop', stop: '63000.5' } },
        { symbol: 'ETH/USDT', side: 'short', at: '2026-11-24T09:00:00.000Z', news: { what: 'cancel' } },
        { symbol: 'SOL/USDT', side: 'long', at: '2026-11-24T10:00:00.000Z', news: { what: 'closeNow', price: '151.2' } },
        { symbol: 'BTC/USDT', side: 'long', at: '2026-11-24T11:00:00.000Z', news: { what: 'result', r: '−1.00' } },
        { symbol: 'XRP/USDT', side: 'short', at: '2026-11-24T12:00:00.000Z', news: { what: 'noTrade' } },
      ],
      more: 2,
    },
  ],
  signal: [
    {
      subject: 'The club meets on Friday',
      message: 'Entry 64000',
      signalId: '019a0000-0000-7000-8000-000000000000',
      kind: 'signal-published',
    },
  ],
  'team-invitation': [
    { token, teamRole: 'signal author' },
    { token, teamRole: 'auditor', language: 'es' },
  ],
  'team-joined': [{ email: 'ada@club.example', teamRole: 'reviewer' }],
  broadcast: [{ subject: 'The club meets on Friday', message: 'See you there.', unsubscribeUrl }],
};
