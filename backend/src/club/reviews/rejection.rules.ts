import type { ReviewName } from './review.types.js';

/** The reason of a rejection: a code of the list, the reviewer's own words, or both. */
export interface RejectionRequest {
  code?: string | undefined;
  /** The reviewer's own words, shown to the member unchanged. */
  reason?: string | undefined;
  /** The member may not submit again. */
  final?: boolean | undefined;
}

/** A rejection as stored; `text` is shown to the member. */
export interface Rejection {
  text: string;
  code: string | null;
  final: boolean;
}

export interface RejectionReason {
  code: string;
  subject: ReviewName;
  /** Shown to reviewers. */
  label: string;
  /** Shown to the member; null: the reviewer writes the sentence. */
  sentence: string | null;
  /** Describes a valid submission. Follows the sentence unless the decision is final. */
  advice: string | null;
}

/** The code that requires a text of the reviewer. */
export const OTHER = 'other';

/** Reasons in the order of the console's list: the most frequent first. */
export const rejectionReasons: readonly RejectionReason[] = [
  {
    subject: 'kyc',
    code: 'identity-unreadable',
    label: 'Identity document cannot be read',
    sentence: 'The picture of your identity document cannot be read.',
    advice: 'Please send a sharp one that shows all four corners.',
  },
  {
    subject: 'kyc',
    code: 'identity-expired',
    label: 'Identity document has expired',
    sentence: 'Your identity document has expired.',
    advice: 'Please send one that is valid.',
  },
  {
    subject: 'kyc',
    code: 'identity-other-kind',
    label: 'Not a passport or identity card',
    sentence: 'We need a passport or an identity card issued by a state.',
    advice: 'Please send one of these.',
  },
  {
    subject: 'kyc',
    code: 'identity-differs',
    label: 'Name or date of birth differ',
    sentence: 'The name or the date of birth on your document is not the one in your profile.',
    advice: 'Please correct your profile or write to us, and send the document again.',
  },
  {
    subject: 'kyc',
    code: 'address-unreadable',
    label: 'Proof of address cannot be read',
    sentence: 'Your proof of address cannot be read.',
    advice: 'Please send a sharp picture or a PDF that shows the whole page.',
  },
  {
    subject: 'kyc',
    code: 'address-old',
    label: 'Proof of address is too old',
    sentence: 'Your proof of address is older than three months.',
    advice: 'Please send a newer one.',
  },
  {
    subject: 'kyc',
    code: 'address-differs',
    label: 'Proof shows another address or name',
    sentence: 'Your proof of address shows another name or address than you gave.',
    advice: 'Please send one that shows yours.',
  },
  {
    subject: 'kyc',
    code: 'not-genuine',
    label: 'Document does not look genuine',
    sentence: 'We could not convince ourselves that your documents are genuine.',
    advice: null,
  },
  { subject: 'kyc', code: OTHER, label: 'Another reason', sentence: null, advice: null },
  {
    subject: 'payment',
    code: 'not-received',
    label: 'Nothing arrived',
    sentence: 'We found no such transfer in our wallet.',
    advice: 'Please check the address and the network you sent it to, and send the proof once it has arrived.',
  },
  {
    subject: 'payment',
    code: 'amount-differs',
    label: 'Another amount arrived',
    sentence: 'What arrived is not the whole fee.',
    advice: 'Please send what is missing, and a proof that shows both transfers.',
  },
  {
    subject: 'payment',
    code: 'other-address',
    label: 'Sent to another address',
    sentence: 'Your proof shows a transfer to an address that is not ours.',
    advice: 'Please compare it with the one on the subscription page.',
  },
  {
    subject: 'payment',
    code: 'proof-unreadable',
    label: 'Proof cannot be read',
    sentence: 'Your proof cannot be read.',
    advice: 'Please send a picture that shows amount, address and transaction id.',
  },
  {
    subject: 'payment',
    code: 'transfer-unclear',
    label: 'Transfer is somebody else’s',
    sentence: 'The transfer you show belongs to another payment.',
    advice: 'Please send the proof of your own.',
  },
  {
    subject: 'payment',
    code: 'not-genuine',
    label: 'Proof does not look genuine',
    sentence: 'We could not convince ourselves that your proof is genuine.',
    advice: null,
  },
  { subject: 'payment', code: OTHER, label: 'Another reason', sentence: null, advice: null },
];

/** Returns the codes of one subject. */
export const codesOf = (subject: ReviewName): string[] =>
  rejectionReasons.filter((reason) => reason.subject === subject).map(({ code }) => code);

/** Joins the sentence of the reason, its advice and the reviewer's own words; returns `standard` if there is none of them. */
export function rejectionOf(subject: ReviewName, { code, reason, final = false }: RejectionRequest, standard: string): Rejection {
  const listed = rejectionReasons.find((one) => one.subject === subject && one.code === code);
  const text = [listed?.sentence, final ? null : listed?.advice, reason].filter((part) => part != null).join(' ');
  return { text: text === '' ? standard : text, code: code ?? null, final };
}
