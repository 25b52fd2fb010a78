// Values of filters and addresses that no schema lists: what an admin would type, common and rare, and what is found nowhere.
const words = [
  'ada',
  'xanuma',
  'ada ben',
  '77@',
  '.example',
  'zzzqqq',
  'x',
  'qu',
  '+23470000',
  'BTC',
  'USDT',
  'auth.',
  'kyc',
  'mail',
  '550',
];

/** A moment and its day: lists take one or the other. */
const moments = (days) => {
  const moment = new Date(Date.now() - days * 86_400_000).toISOString();
  return [moment, moment.slice(0, 10)];
};

/** `ids`: landmarks of the crowd. */
export const samplesOf = ({ trader, admin, code, none }) => ({
  q: words,
  userId: [trader, none],
  signalId: [none],
  addressId: [none],
  country: ['Nigeria', 'Malta', 'Atlantis'],
  symbol: ['S3USDT', 'F3USDT', 'NOSUCH'],
  coin: ['USDT', 'NOSUCH'],
  asset: ['BTC', 'BTCUSDT', 'NOSUCH'],
  txid: ['0'.repeat(64)],
  kind: ['mail.send', 'exchange.start-sync', 'nothing'],
  letter: ['confirm-email', 'nothing'],
  'audit-events.q': ['auth.', 'kyc.reject', 'nothing.'],
  action: ['auth.sign-in', 'broadcast.create', 'nothing'],
  actorId: [admin, trader, none],
  targetType: ['user', 'nothing'],
  targetId: [trader, none],
  about: [trader, admin, none],
  from: [...moments(400), ...moments(1)],
  to: [...moments(400), ...moments(0)],
  refferalId: [code, 'nothing'],
  job: ['mail.send', 'nothing'],
  queue: ['default', 'nothing'],
});

/** Parts of addresses, by `resource.name` or by the name alone. */
export const addressesOf = ({ trader, broadcast, analysis, comment, calendar, review, payment, code }) => ({
  userId: trader,
  'users.id': trader,
  'members.id': trader,
  'broadcasts.id': broadcast,
  'analysis.id': analysis,
  'comments.id': comment,
  'calendar.id': calendar,
  'events.slug': 'event-1',
  slug: 'analysis-1',
  section: 'faqs',
  'kyc-reviews.id': review,
  'payments.id': payment,
  code,
  refferalId: code,
  file: 'spot-trades.csv',
  history: 'spot-trades',
});

/** Filters that a list may demand before it answers, the days of a file of a period, the text of a search, and ids of pictures. */
export const alwaysOf = ({ trader }) => ({
  userId: trader,
  from: moments(7)[0],
  period: { from: moments(7)[1], to: moments(0)[1], q: 'example', kind: 'kyc', ids: trader },
});
