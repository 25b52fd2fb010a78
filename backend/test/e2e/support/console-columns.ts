/**
 * The columns that the specification gives each table of the console (section 2 and 3), as its heading may read. A table may have more, and
 * may put two of them under one heading where a person reads them together.
 */
const of = (...names: string[]) => names.map((name) => new RegExp(name, 'i'));

export const specifiedColumns = {
  allUsers: of(
    '^no$',
    'name',
    'e-?mail',
    'phone number',
    'country',
    'dob|date of birth',
    'membership',
    'referral no',
    'created date',
    'kyc status',
    'payment status',
    '^status|, status',
    'action|delete',
  ),
  userList: of('^no$', 'name', 'e-?mail', 'phone number', 'action'),
  rejectedUsers: of('name', 'e-?mail', 'phone', 'country', 'dob|date of birth', 'membership', 'rejected'),
  pendingKyc: of('^no$', 'name', 'address', 'api key', 'secret key', 'id card', 'proof ?of ?address|address proof', 'status'),
  pendingPayments: of('^no$', 'name', 'membership', 'amount', 'proof of payment', 'status', 'action'),
  signals: of(
    '^no$',
    'asset',
    'trade type|direction',
    'time ?frame',
    'risk level',
    'leverage',
    'position size',
    'duration',
    'current price',
    'entry price',
    'stop loss',
    'trailing stop',
    'take profit 1',
    'take profit 2',
    'take profit 3',
    'market condition',
    'signal message',
    'date',
    'time',
    'projected date of closure|closure',
  ),
  members: of('full ?name|name', 'user ?type|membership', 'created ?date'),
  assets: of('wallet name', 'amount'),
  openOrders: of(
    'symbol',
    '^price',
    'quantity|orig.* qty',
    'filled|executed',
    'original type',
    '^position',
    '^side',
    'stop price',
    '^type',
    'trigger|working',
    'date',
  ),
  openPositions: of(
    'symbol',
    'entry price',
    'break-even',
    'initial margin',
    'leverage',
    'liquidation',
    'margin',
    'mark price',
    '^amount',
    '^position$|position side',
    'unreali[sz]ed',
    'position margin',
    'updated',
    'trade type',
  ),
  futuresTrades: of('symbol', 'price', 'quantity', 'total|quote', '^position', '^side', 'reali[sz]ed', 'date'),
  spotTrades: of('symbol', 'price', 'quantity', 'total|quote', 'date'),
  deposits: of('coin', 'network', 'amount', 'wallet', 'time|date'),
  withdrawals: of('coin', 'network', 'amount', 'fee', 'wallet', 'time|date'),
  referrals: of('sur ?name', 'first ?name', 'country'),
} as const;

/** Those of the specification's columns that no heading reads. */
export function lacking(headings: readonly string[], wanted: readonly RegExp[]): string[] {
  return wanted
    .filter((name) => !headings.some((heading) => name.test(heading)))
    .map((name) => `${name.source} (of ${headings.join(' | ')})`);
}
