import type { Membership } from '../../../platform/domain/index.js';
import type { RetentionPeriods } from '../../../platform/config/index.js';

export interface Kept {
  what: string;
  why: string;
  until: string;
}

/** Lists what a request erases at once. */
export const erasedAtOnce = [
  'Your exchange key. We stop reading your exchange account',
  'Your exchange sign-in, where you gave one',
  'Your picture and your phone number',
  'The link between you and whoever invited you: they no longer see your name',
  'Your agreement to news: you get none',
] as const;

export const complaint =
  'You may complain to the data protection authority of the country where you live or work, and you may go to court.';

/** Returns what is kept, why, and until when, as the member reads it before asking. */
export function keptOf(membership: Membership, { recordsYears, fundHistoryYears, clubHistoryDays, auditYears }: RetentionPeriods): Kept[] {
  const isFund = membership === 'hedge fund';
  return [
    {
      what: 'Your name and contact, your identity documents, your payment, and the decisions about them',
      why: 'The law against money laundering asks us to keep them (GDPR, article 17(3)(b)). They are locked and used for nothing else.',
      until: `${recordsYears} years after your membership ends; a day after it where you never sent documents or a payment`,
    },
    {
      what: 'Your trading history and the figures made of it, and which signals you were shown',
      why: isFund
        ? 'You were a client of the fund: we have to be able to show how your portfolio was managed.'
        : 'So that you can still ask for a copy, and we can answer questions about signals and fees.',
      until: isFund ? `${fundHistoryYears} years after your membership ends` : `${clubHistoryDays} days after your membership ends`,
    },
    {
      what: 'The record of who did what on your account',
      why: 'It protects you and others after a break-in. It holds numbers instead of names, and networks instead of addresses.',
      until: `${auditYears} years after each entry`,
    },
  ];
}
