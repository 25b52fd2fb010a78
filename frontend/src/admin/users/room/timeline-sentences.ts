import type { TimelineEventWire } from '../../../lib/wire/types';

/** Actions of the audit log that the server puts into a timeline, as sentences. */
const sentences: Readonly<Record<string, string>> = {
  'user.sign-up': 'Signed up.',
  'user.confirm-email': 'Confirmed the email address.',
  'user.change-email': 'Changed the email address.',
  'user.activate': 'The account was activated.',
  'user.deactivate': 'The account was deactivated.',
  'user.delete': 'The account was moved to the rejected list.',
  'user.restore': 'The account was restored from the rejected list.',
  'user.add-note': 'A note was added.',
  'user.delete-note': 'A note was deleted.',
  'auth.reset-password': 'Reset the password.',
  'kyc.submit': 'Submitted KYC.',
  'kyc.ask': 'A document was asked for again.',
  'kyc.resubmit': 'Sent the document that was asked for.',
  'kyc.approve': 'KYC was approved.',
  'kyc.reject': 'KYC was rejected.',
  'kyc.allow-retry': 'Another KYC submission was allowed.',
  'payment.submit': 'Submitted a payment.',
  'payment.approve': 'The payment was approved.',
  'payment.reject': 'The payment was rejected.',
  'payment.allow-retry': 'Another payment was allowed.',
  'exchange.key-replace': 'Added a new exchange key.',
  'exchange.key-remove': 'The exchange key was removed.',
  'exchange.key-invalid': 'The exchange refused the key.',
  'exchange.key-too-powerful': 'The exchange key was refused because it may do more than read.',
  'exchange.key-restored': 'The exchange key is valid again.',
  'exchange.key-wipe': 'An exchange key that could not be used was deleted.',
  'fund.sign': 'Signed a fund mandate.',
  'fund.countersign': 'The fund mandate was countersigned.',
  'fund.decline': 'The fund mandate was declined.',
  'fund.start': 'The fund mandate started.',
  'fund.end': 'The fund mandate ended.',
  'fund.request-redemption': 'Requested a redemption.',
  'fund.cancel-redemption': 'Cancelled a redemption.',
  'fund.settle-redemption': 'A redemption was settled.',
  'privacy.erasure-ask': 'Requested account deletion.',
  'privacy.erasure-withdraw': 'Withdrew the request for account deletion.',
  'mail.refused': 'A mail server refused an email.',
};

/** An action of a newer server is shown by its name. */
export const sentenceOf = (action: string): string => (Object.hasOwn(sentences, action) ? sentences[action]! : action);

export const byWords: Readonly<Record<TimelineEventWire['by'], string>> = { user: 'User', team: 'Team', system: 'System' };
