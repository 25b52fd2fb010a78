import { z } from 'zod';
import type { Language } from '../../../platform/domain/index.js';
import { commentPageOf, letterSubject } from '../../mail/index.js';
import type { NoticeFacts } from '../../notices/index.js';
import type { NotificationKind } from '../../preferences/index.js';

/** Kinds of notifications that are about one member's account. */
const accountKinds = [
  'security',
  'verification',
  'payment',
  'key-warning',
  'alert',
  'reply',
  'calendar',
] as const satisfies readonly NotificationKind[];
type AccountKind = (typeof accountKinds)[number];

/** The kind of the events of such notices. */
export type AccountEventKind = `account.${AccountKind}`;

type Path = string | ((facts: NoticeFacts) => string);
interface AccountNotice {
  kind: AccountKind;
  /** A page of the app. Whoever opens it signs in first. */
  path: Path;
}

const security = (path: Path): AccountNotice => ({ kind: 'security', path });
const verification: AccountNotice = { kind: 'verification', path: '/#/kycverification' };
const payment = (path: Path): AccountNotice => ({ kind: 'payment', path });
const alert: AccountNotice = { kind: 'alert', path: '/#/alerts' };
/** The page of the signal or analysis that the comment is on. */
const commentPath = ({ on = '', key = '' }: NoticeFacts) => `/#/${commentPageOf(on)}/${key}`;
const event: AccountNotice = { kind: 'calendar', path: ({ slug = '' }) => `/#/calendar/${slug}` };
const keyWarning: AccountNotice = { kind: 'key-warning', path: '/#/exchange-key' };

/** A subscription is paid on a page of its own, every other invoice on the invoice's. */
const payPath = ({ invoiceId }: NoticeFacts) => (invoiceId === undefined ? '/#/subscriptionpayment' : `/#/invoices/${invoiceId}/pay`);

/** Notices that go to Telegram and to devices too, by letter. Each has the kind of its letter (test/support/account-notice.spec.ts). */
export const accountNotices = {
  'password-changed': security('/#/security'),
  'email-change-asked': security('/#/profile'),
  'email-changed': security('/#/profile'),
  'account-activated': security('/#/profile'),
  'account-restored': security('/#/profile'),
  'second-factor-added': security('/#/security'),
  'second-factor-removed': security('/#/security'),
  'recovery-code-used': security('/#/security'),
  'wrong-codes': security('/#/security'),
  'new-sign-in': security('/#/security'),
  'key-replaced': security('/#/exchange-key'),
  'key-removed': security('/#/exchange-key'),
  'kyc-received': verification,
  'kyc-approved': verification,
  'kyc-rejected': verification,
  'kyc-document-asked': verification,
  'kyc-declined': verification,
  'kyc-reopened': verification,
  'payment-received': payment('/#/subscriptionpayment'),
  'payment-approved': payment('/#/subscriptionpayment'),
  'payment-rejected': payment('/#/subscriptionpayment'),
  'payment-declined': payment('/#/subscriptionpayment'),
  'payment-reopened': payment('/#/subscriptionpayment'),
  'invoice-issued': payment('/#/invoices'),
  'fees-issued': payment('/#/invoices'),
  'invoice-paid': payment('/#/invoices'),
  'invoice-reminder': payment(payPath),
  'payment-short': payment(payPath),
  'payment-late': payment('/#/invoices'),
  'payment-lost': payment(payPath),
  'credit-undone': payment(payPath),
  'mandate-ended': payment('/#/fund'),
  'fund-access-ended': payment('/#/fund'),
  'key-problem': keyWarning,
  'key-expires': keyWarning,
  'alert-rose': alert,
  'alert-fell': alert,
  'alert-near-entry': alert,
  'alert-near-stop': alert,
  'alert-long-near-liquidation': alert,
  'alert-short-near-liquidation': alert,
  'alert-drawdown': alert,
  'alert-deposit': alert,
  'comment-reply': { kind: 'reply', path: commentPath },
  'comment-mention': { kind: 'reply', path: commentPath },
  'calendar-day-reminder': event,
  'calendar-hour-reminder': event,
  'calendar-moved': event,
  'calendar-cancelled': event,
} as const satisfies Readonly<Record<string, AccountNotice>>;
export type AccountNoticeKind = keyof typeof accountNotices;

const isAccountNotice = (notice: string): notice is AccountNoticeKind => Object.hasOwn(accountNotices, notice);

/** Returns the kind of notification that an event about an account is; null for every other event. */
export const accountKindOf = (eventKind: string): AccountKind | null =>
  accountKinds.find((kind) => eventKind === `account.${kind}`) ?? null;

/** Returns the kind of the event of a notice; null: it is in the notification centre alone. */
export const accountEventOf = (notice: string): AccountEventKind | null =>
  isAccountNotice(notice) ? `account.${accountNotices[notice].kind}` : null;

/**
 * What a subject or a path needs: of an invoice, and of an alert the pair and what its member set. Of a reply its page, of an event
 * its title and page. Amounts and all else that a notice says stay within the product.
 */
const SHOWN_FACTS = ['number', 'invoiceId', 'symbol', 'level', 'percent', 'on', 'key', 'title', 'slug'];

/** Returns when a notice is of no use any more; null: it is of use for as long as others. */
export const endOfUse = (notice: string, { startsAt }: NoticeFacts): Date | null =>
  (notice === 'calendar-day-reminder' || notice === 'calendar-hour-reminder') && startsAt !== undefined ? new Date(startsAt) : null;

/** What the event of a notice says. */
export const accountEventData = (notice: string, facts: NoticeFacts) => ({
  notice,
  facts: Object.fromEntries(Object.entries(facts).filter(([fact]) => SHOWN_FACTS.includes(fact))),
});

const message = z.object({
  data: z.object({
    notice: z.custom<AccountNoticeKind>((name) => typeof name === 'string' && isAccountNotice(name)),
    facts: z.record(z.string(), z.string()),
  }),
});

/** Returns what is shown outside of the product: the subject of the email, and a page of the app. */
export function accountText(payload: string, language: Language): { title: string; path: string } {
  const { notice, facts } = message.parse(JSON.parse(payload)).data;
  const { path }: AccountNotice = accountNotices[notice];
  return { title: accountTitle(notice, facts, language), path: typeof path === 'string' ? path : path(facts) };
}

/** Returns the title of a notice that `accountEventData` has filtered. */
export const accountTitle = (notice: string, facts: NoticeFacts, language: Language): string =>
  letterSubject(notice as AccountNoticeKind, facts, language);
