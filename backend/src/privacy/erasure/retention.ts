import type { Membership } from '../../common/domain/index.js';

/** How long what is not erased at once is kept after a membership ends (security section 6). */
export const IDENTITY_YEARS = 5;
export const FUND_HISTORY_YEARS = 5;
export const CLUB_HISTORY_DAYS = 30;
/** Of somebody who never sent documents or a payment: long enough for the last letter to leave. */
export const UNKNOWN_DAYS = 1;
export const AUDIT_YEARS = 6;

export interface Kept {
  what: string;
  why: string;
  until: string;
}

/** What a request erases at once. */
export const erasedAtOnce = [
  'Your exchange key. We stop reading your exchange account',
  'Your exchange sign-in, where you gave one',
  'Your picture and your phone number',
  'The link between you and whoever invited you: they no longer see your name',
  'Your agreement to news: you get none',
] as const;

export const complaint = 'You may complain to the data protection authority of the country where you live or work, and you may go to court.';

/** What is kept, why, and until when, as the member reads it before they ask. */
export function keptOf(membership: Membership): Kept[] {
  const isFund = membership === 'hedge fund';
  return [
    {
      what: 'Your name and contact, your identity documents, your payment, and the decisions about them',
      why: 'The law against money laundering asks us to keep them (GDPR, article 17(3)(b)). They are locked and used for nothing else.',
      until: `${IDENTITY_YEARS} years after your membership ends; a day after it where you never sent documents or a payment`,
    },
    {
      what: 'Your trading history and the figures made of it, and which signals you were shown',
      why: isFund ? 'You were a client of the fund: we have to be able to show how your portfolio was managed.' : 'So that you can still ask for a copy, and we can answer questions about signals and fees.',
      until: isFund ? `${FUND_HISTORY_YEARS} years after your membership ends` : `${CLUB_HISTORY_DAYS} days after your membership ends`,
    },
    {
      what: 'The record of who did what on your account',
      why: 'It protects you and others after a break-in. It holds numbers instead of names, and networks instead of addresses.',
      until: `${AUDIT_YEARS} years after each entry`,
    },
  ];
}
