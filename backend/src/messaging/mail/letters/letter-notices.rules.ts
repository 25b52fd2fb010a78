import type { NoticeFacts } from '../../notices/index.js';
import type { LetterData, LetterName } from './letters.js';

/** A letter that is also a notice. `facts`: what its text needs of the letter's data; no tokens, no text by people, no networks. */
interface ToldLetter<Data> {
  facts?(data: Data): NoticeFacts;
}
interface UntoldLetter {
  /** Why the notification centre does not have it. */
  untold: string;
}

const untold = <const Reason extends string>(reason: Reason) => ({ untold: reason });

const TOKEN = 'It carries a link that only the mailbox may get.';
const TEAM = 'It is for the team, which has no notification centre.';
const NO_SESSION = 'Its reader cannot sign in.';
const FOR_MANY = 'It is for many: one row for all of them is listed.';

const told = {};
const invoiceFacts = ({
  number,
  rest,
  due,
  invoiceId,
}: {
  number: string;
  rest?: string;
  due?: string;
  invoiceId?: string | undefined;
}) => ({
  number,
  ...(rest !== undefined && { rest }),
  ...(due !== undefined && { due }),
  ...(invoiceId !== undefined && { invoiceId }),
});

interface Crossing {
  symbol: string;
  level: string;
  percent: string | null;
  price: string;
  at: string;
}
const reachedFacts = ({ symbol, level, price, at }: Crossing) => ({ symbol, level, price, at });
/** Without the level, which is a price of a signal. */
const nearFacts = ({ symbol, percent, price, at }: Crossing) => ({ symbol, percent: percent ?? '', price, at });

/** The title is the team's, and of an event that the member knows. */
const eventFacts = ({ slug, title, startsAt }: { slug: string; title: string; startsAt: string }) => ({ slug, title, startsAt });

/** Every letter, as a notice to the same member. */
export const letterNotices = {
  'confirm-email': untold(TOKEN),
  'address-already-registered': untold('Nothing has happened to the account, and whoever tried must not learn of it.'),
  'choose-password': untold(TOKEN),
  'reset-password': untold(TOKEN),
  'admin-invitation': untold(TOKEN),
  'confirm-new-email': untold(TOKEN),
  'password-changed': told,
  'email-change-asked': told,
  'email-changed': told,
  'account-deactivated': untold(NO_SESSION),
  'account-activated': told,
  'account-closed': untold(NO_SESSION),
  'account-restored': told,

  'second-factor-added': { facts: ({ factor }) => ({ factor }) },
  'second-factor-removed': { facts: ({ factor }) => ({ factor }) },
  'recovery-code-used': { facts: ({ left }) => ({ left: String(left) }) },
  'wrong-codes': told,
  'new-sign-in': told,
  'reveal-alert': untold(TEAM),
  'admin-added': untold(TEAM),
  'team-invitation': untold(TOKEN),
  'team-joined': untold(TEAM),

  'kyc-received': told,
  'kyc-approved': told,
  'kyc-rejected': told,
  'kyc-document-asked': { facts: ({ document }) => ({ document }) },
  'kyc-declined': told,
  'kyc-reopened': told,
  'key-problem': { facts: ({ code }): NoticeFacts => (code === undefined ? {} : { code }) },
  'key-expires': { facts: ({ day }) => ({ day }) },
  'key-replaced': told,
  'key-removed': told,

  'payment-received': told,
  'payment-approved': told,
  'payment-rejected': told,
  'payment-declined': told,
  'payment-reopened': told,
  'invoice-issued': { facts: ({ number, total, due }) => ({ number, total, due }) },
  'fees-issued': { facts: ({ invoices, total, due }) => ({ count: String(invoices.length), total, due }) },
  'invoice-paid': { facts: ({ number, total }) => ({ number, total }) },
  'invoice-reminder': { facts: invoiceFacts },
  'payment-short': { facts: invoiceFacts },
  'payment-late': { facts: invoiceFacts },
  'payment-lost': { facts: invoiceFacts },
  'credit-undone': { facts: invoiceFacts },
  'payments-attention': untold(TEAM),
  'pay-address-announced': untold(TEAM),
  'pay-address-scheduled': untold(TEAM),
  'pay-address-withdrawn': untold(TEAM),

  'mandate-countersigned': { facts: ({ startsAt }) => ({ startsAt }) },
  'mandate-declined': told,
  'mandate-started': { facts: ({ startsAt }) => ({ startsAt }) },
  'mandate-ended': { facts: ({ endedAt }) => ({ endedAt }) },
  'redemption-acknowledged': { facts: ({ dealingDay }) => ({ dealingDay }) },
  'redemption-settled': { facts: ({ dealingDay }) => ({ dealingDay }) },
  'fund-access-ended': told,
  'redemption-requested': untold(TEAM),
  'mandate-signed': untold(TEAM),
  'valuations-missing': untold(TEAM),
  'share-line-charged': { facts: ({ symbol }) => ({ symbol }) },
  'share-line-dropped': { facts: ({ symbol }) => ({ symbol }) },

  'export-ready': told,
  'export-failed': told,
  'erasure-received': told,
  'erasure-withdrawn': told,
  'erasure-refused': told,
  'erasure-completed': untold(NO_SESSION),

  broadcast: untold(FOR_MANY),
  signal: untold(FOR_MANY),
  'signal-digest': untold(FOR_MANY),

  'webhook-failing': told,
  'webhook-disabled': { facts: ({ reason }) => ({ reason }) },
  'telegram-disabled': told,
  'telegram-uncertain': told,
  'telegram-refused': told,
  'push-ended': told,

  'alert-rose': { facts: reachedFacts },
  'alert-fell': { facts: reachedFacts },
  'alert-near-entry': { facts: nearFacts },
  'alert-near-stop': { facts: nearFacts },
  'alert-long-near-liquidation': { facts: nearFacts },
  'alert-short-near-liquidation': { facts: nearFacts },
  'alert-drawdown': { facts: ({ percent, drawdown, at }) => ({ percent, drawdown, at }) },
  'alert-deposit': { facts: ({ coin, amount, at }) => ({ coin, amount, at }) },

  'comment-reply': { facts: ({ on, key }) => ({ on, key }) },
  'comment-mention': { facts: ({ on, key }) => ({ on, key }) },

  'calendar-day-reminder': { facts: eventFacts },
  'calendar-hour-reminder': { facts: eventFacts },
  'calendar-moved': { facts: ({ from, ...event }) => ({ ...eventFacts(event), from }) },
  'calendar-cancelled': { facts: eventFacts },
} as const satisfies { [Name in LetterName]: ToldLetter<LetterData<Name>> | UntoldLetter };

/** Letters that are notices too. */
export type NoticeLetter = {
  [Name in LetterName]: (typeof letterNotices)[Name] extends UntoldLetter ? never : Name;
}[LetterName];

const table: { [Name in LetterName]: ToldLetter<LetterData<Name>> | UntoldLetter } = letterNotices;

/** Returns the facts of a letter's notice; null for a letter that is none. */
export function noticeFacts<Name extends LetterName>(name: Name, data: LetterData<Name>): NoticeFacts | null {
  const notice = table[name];
  return 'untold' in notice ? null : (notice.facts?.(data) ?? {});
}
