import {
  AtSign,
  BellOff,
  ChartSpline,
  BellRing,
  CalendarClock,
  CalendarX,
  FolderDown,
  KeyRound,
  Landmark,
  type LucideIcon,
  Megaphone,
  MessageSquareReply,
  Percent,
  Radio,
  ReceiptText,
  Send,
  ShieldCheck,
  UserRound,
  Webhook,
} from 'lucide-react';
import { analysisPath, calendarEventPath, invoicePaymentPath, paths } from '../../config/routes';
import { day, utc } from '../../lib/format/date';
import { exact, fixed, leftToRight, magnitude, signed, UNKNOWN } from '../../lib/format/decimal';
import { dollars } from '../../lib/format/dollars';
import { percentOf } from '../../lib/format/share';
import { t } from '../../lib/i18n/texts';
import type { NoticeKindWire, NoticeWire } from '../../lib/wire/types';

type Fact = (name: string) => string | null;
type Look = readonly [icon: LucideIcon, path: string | ((fact: Fact) => string)];

/** The page of a signal, where the notice names one. */
const signalPath = (fact: Fact) => `${paths.tradeSignals}${fact('signalId') === null ? '' : `/${fact('signalId')}`}`;
/** The page whose comments the notice is about. */
const commentsPath = (fact: Fact) =>
  fact('on') === 'signal' ? `${paths.tradeSignals}/${encodeURIComponent(fact('key') ?? '')}` : analysisPath(fact('key'));
const eventPath = (fact: Fact) => calendarEventPath(fact('slug'));
const payPath = (fact: Fact) => {
  const invoiceId = fact('invoiceId');
  return invoiceId === null ? paths.subscriptionPayment : invoicePaymentPath(invoiceId);
};
/** Where a broadcast is read: it has no page of its own. */
export const OPEN_NOTICE = 'open';

/** The icon of each kind, and where it leads. */
const looks: Record<NoticeKindWire, Look> = {
  'password-changed': [ShieldCheck, paths.security],
  'email-change-asked': [ShieldCheck, paths.profile],
  'email-changed': [ShieldCheck, paths.profile],
  'account-activated': [UserRound, paths.profile],
  'account-restored': [UserRound, paths.profile],
  'second-factor-added': [ShieldCheck, paths.security],
  'second-factor-removed': [ShieldCheck, paths.security],
  'recovery-code-used': [ShieldCheck, paths.security],
  'wrong-codes': [ShieldCheck, paths.security],
  'new-sign-in': [ShieldCheck, paths.security],
  'kyc-received': [UserRound, paths.kycVerification],
  'kyc-approved': [UserRound, paths.kycVerification],
  'kyc-rejected': [UserRound, paths.kycVerification],
  'kyc-document-asked': [UserRound, paths.kycVerification],
  'kyc-declined': [UserRound, paths.kycVerification],
  'kyc-reopened': [UserRound, paths.kycVerification],
  'key-problem': [KeyRound, paths.exchangeKey],
  'key-expires': [KeyRound, paths.exchangeKey],
  'key-replaced': [KeyRound, paths.exchangeKey],
  'key-removed': [KeyRound, paths.exchangeKey],
  'payment-received': [ReceiptText, paths.subscriptionPayment],
  'payment-approved': [ReceiptText, paths.subscriptionPayment],
  'payment-rejected': [ReceiptText, paths.subscriptionPayment],
  'payment-declined': [ReceiptText, paths.subscriptionPayment],
  'payment-reopened': [ReceiptText, paths.subscriptionPayment],
  'invoice-issued': [ReceiptText, paths.invoices],
  'fees-issued': [ReceiptText, paths.invoices],
  'invoice-paid': [ReceiptText, paths.invoices],
  'invoice-reminder': [ReceiptText, payPath],
  'payment-short': [ReceiptText, payPath],
  'payment-late': [ReceiptText, paths.invoices],
  'payment-lost': [ReceiptText, payPath],
  'credit-undone': [ReceiptText, payPath],
  'mandate-countersigned': [Landmark, paths.fund],
  'mandate-declined': [Landmark, paths.fund],
  'mandate-started': [Landmark, paths.fund],
  'mandate-ended': [Landmark, paths.fund],
  'redemption-acknowledged': [Landmark, paths.fund],
  'redemption-settled': [Landmark, paths.fund],
  'fund-access-ended': [Landmark, paths.fund],
  'share-line-charged': [Percent, paths.clubShare],
  'share-line-dropped': [Percent, paths.clubShare],
  'export-ready': [FolderDown, paths.myData],
  'export-failed': [FolderDown, paths.myData],
  'erasure-received': [FolderDown, paths.myData],
  'erasure-withdrawn': [FolderDown, paths.myData],
  'erasure-refused': [FolderDown, paths.myData],
  'alert-rose': [BellRing, paths.alerts],
  'alert-fell': [BellRing, paths.alerts],
  'alert-near-entry': [BellRing, paths.alerts],
  'alert-near-stop': [BellRing, paths.alerts],
  'alert-long-near-liquidation': [BellRing, paths.alerts],
  'alert-short-near-liquidation': [BellRing, paths.alerts],
  'alert-drawdown': [BellRing, paths.alerts],
  'alert-deposit': [BellRing, paths.alerts],
  'comment-reply': [MessageSquareReply, commentsPath],
  'comment-mention': [AtSign, commentsPath],
  'calendar-day-reminder': [CalendarClock, eventPath],
  'calendar-hour-reminder': [CalendarClock, eventPath],
  'calendar-moved': [CalendarClock, eventPath],
  'calendar-cancelled': [CalendarX, eventPath],
  'webhook-failing': [Webhook, paths.webhooks],
  'webhook-disabled': [Webhook, paths.webhooks],
  'telegram-disabled': [Send, paths.notificationSettings],
  'telegram-uncertain': [Send, paths.tradeSignals],
  'telegram-refused': [Send, paths.notificationSettings],
  'push-ended': [BellOff, paths.notificationSettings],
  'signal.published': [Radio, signalPath],
  'signal.changed': [Radio, signalPath],
  'signal.ended': [Radio, signalPath],
  analysis: [ChartSpline, (fact) => analysisPath(fact('slug'))],
  broadcast: [Megaphone, paths.notifications],
};

const priceOf = (value: string | null) => (value === null ? UNKNOWN : exact(value));
const wordOf = (value: string | null) => value ?? UNKNOWN;
const numberOf = (fact: Fact) => ({ number: wordOf(fact('number')) });
const pairOf = (fact: Fact) => ({ pair: wordOf(fact('symbol')), side: wordOf(fact('side')) });

const eventOf = (fact: Fact) => ({ title: wordOf(fact('title')), at: utc(fact('startsAt')) });

const crossingOf = (fact: Fact) => ({
  pair: wordOf(fact('symbol')),
  level: priceOf(fact('level')),
  percent: priceOf(fact('percent')),
  price: priceOf(fact('price')),
  at: utc(fact('at')),
});

/** Sentences that contain figures, dates or names. All others are whole in the catalogue. */
const sentences = {
  'second-factor-added': (fact) => t('notices.second-factor-added', { factor: wordOf(fact('factor')) }),
  'second-factor-removed': (fact) => t('notices.second-factor-removed', { factor: wordOf(fact('factor')) }),
  'recovery-code-used': (fact) => t('notices.recovery-code-used', { left: wordOf(fact('left')) }),
  'kyc-document-asked': (fact) => t('notices.kyc-document-asked', { document: fact('document') === 'id-card' ? 'identity' : 'address' }),
  'key-expires': (fact) => t('notices.key-expires', { day: day(fact('day')) }),
  'invoice-issued': (fact) => t('notices.invoice-issued', { ...numberOf(fact), total: dollars(fact('total')), due: day(fact('due')) }),
  'fees-issued': (fact) => t('notices.fees-issued', { total: dollars(fact('total')), due: day(fact('due')) }),
  'invoice-paid': (fact) => t('notices.invoice-paid', { ...numberOf(fact), total: dollars(fact('total')) }),
  'invoice-reminder': (fact) => t('notices.invoice-reminder', { ...numberOf(fact), rest: dollars(fact('rest')), due: day(fact('due')) }),
  'payment-short': (fact) => t('notices.payment-short', { ...numberOf(fact), rest: dollars(fact('rest')) }),
  'payment-late': (fact) => t('notices.payment-late', numberOf(fact)),
  'payment-lost': (fact) => t('notices.payment-lost', numberOf(fact)),
  'credit-undone': (fact) => t('notices.credit-undone', numberOf(fact)),
  'mandate-countersigned': (fact) => t('notices.mandate-countersigned', { at: utc(fact('startsAt')) }),
  'mandate-started': (fact) => t('notices.mandate-started', { at: utc(fact('startsAt')) }),
  'mandate-ended': (fact) => t('notices.mandate-ended', { at: utc(fact('endedAt')) }),
  'redemption-acknowledged': (fact) => t('notices.redemption-acknowledged', { day: day(fact('dealingDay')) }),
  'redemption-settled': (fact) => t('notices.redemption-settled', { day: day(fact('dealingDay')) }),
  'share-line-charged': (fact) => t('notices.share-line-charged', { pair: wordOf(fact('symbol')) }),
  'share-line-dropped': (fact) => t('notices.share-line-dropped', { pair: wordOf(fact('symbol')) }),
  'signal.published': (fact) => t('notices.signal-published', pairOf(fact)),
  'signal.changed': (fact) =>
    t('notices.signal-changed', {
      ...pairOf(fact),
      change: wordOf(fact('change')),
      stop: priceOf(fact('stop')),
      price: priceOf(fact('price')),
    }),
  'signal.ended': (fact) => {
    const r = fact('r');
    return r === null
      ? t('notices.signal-without-trade', pairOf(fact))
      : t('notices.signal-ended', { ...pairOf(fact), r: leftToRight(`${signed(r, fixed(r, 2))}\u00a0R`) });
  },
  analysis: (fact) => t('notices.analysis', { title: wordOf(fact('title')) }),
  'alert-rose': (fact) => t('notices.alert-rose', crossingOf(fact)),
  'alert-fell': (fact) => t('notices.alert-fell', crossingOf(fact)),
  'alert-near-entry': (fact) => t('notices.alert-near-entry', crossingOf(fact)),
  'alert-near-stop': (fact) => t('notices.alert-near-stop', crossingOf(fact)),
  'alert-long-near-liquidation': (fact) => t('notices.alert-long-near-liquidation', crossingOf(fact)),
  'alert-short-near-liquidation': (fact) => t('notices.alert-short-near-liquidation', crossingOf(fact)),
  'alert-drawdown': (fact) =>
    t('notices.alert-drawdown', {
      percent: priceOf(fact('percent')),
      fall: percentOf(magnitude(fact('drawdown') ?? '')),
      at: utc(fact('at')),
    }),
  'alert-deposit': (fact) =>
    t('notices.alert-deposit', { amount: priceOf(fact('amount')), coin: wordOf(fact('coin')), at: utc(fact('at')) }),
  'comment-reply': (fact) => t(fact('on') === 'signal' ? 'notices.comment-reply.signal' : 'notices.comment-reply.analysis'),
  'comment-mention': (fact) => t(fact('on') === 'signal' ? 'notices.comment-mention.signal' : 'notices.comment-mention.analysis'),
  'calendar-day-reminder': (fact) => t('notices.calendar-day-reminder', eventOf(fact)),
  'calendar-hour-reminder': (fact) => t('notices.calendar-hour-reminder', eventOf(fact)),
  'calendar-moved': (fact) => t('notices.calendar-moved', { ...eventOf(fact), from: utc(fact('from')) }),
  'calendar-cancelled': (fact) => t('notices.calendar-cancelled', eventOf(fact)),
  broadcast: (fact) => wordOf(fact('subject')),
} satisfies Partial<Record<NoticeKindWire, (fact: Fact) => string>>;

const hasSentence = (kind: NoticeKindWire): kind is keyof typeof sentences => Object.hasOwn(sentences, kind);

export interface NoticeContent {
  Icon: LucideIcon;
  sentence: string;
  /** Within the router. */
  path: string;
}

/** Returns how a notice is shown, in the language of the page. */
export function noticeContent({ id, kind, facts }: NoticeWire): NoticeContent {
  const fact: Fact = (name) => facts[name] ?? null;
  const [Icon, path] = looks[kind];
  const target = typeof path === 'string' ? path : path(fact);
  return {
    Icon,
    sentence: hasSentence(kind) ? sentences[kind](fact) : t(`notices.${kind}`),
    path: kind === 'broadcast' ? `${target}?${OPEN_NOTICE}=${encodeURIComponent(id)}` : target,
  };
}
