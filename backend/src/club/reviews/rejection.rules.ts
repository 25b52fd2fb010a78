import texts from '../../../locales/en/reasons.json' with { type: 'json' };
import { DEFAULT_LANGUAGE, type Language } from '../../platform/domain/index.js';
import { textFormat } from '../../platform/texts/index.js';
import { rejectionText, type LetterData } from '../../messaging/mail/index.js';
import type { ReviewName } from './review.types.js';

/** The reason of a rejection: a code of the list, the reviewer's own words, or both. */
export interface RejectionRequest {
  code?: string | undefined;
  /** The reviewer's own words, shown to the member unchanged. */
  reason?: string | undefined;
  /** The member may not submit again. */
  final?: boolean | undefined;
}

/** A rejection as stored; `text` is shown to the member, in English. */
export interface Rejection {
  text: string;
  code: string | null;
  final: boolean;
  /** The text and what it is made of, for the email in the member's language. */
  letterData: LetterData<'kyc-rejected'>;
}

/** The documents of a submission that a member can be asked for again. */
export const reviewDocuments = ['id-card', 'proof-of-address'] as const;
export type ReviewDocument = (typeof reviewDocuments)[number];

export interface RejectionReason {
  code: string;
  subject: ReviewName;
  /** Shown to reviewers. */
  label: string;
  /** Shown to the member; null: the reviewer writes the sentence. */
  sentence: string | null;
  /** Describes a valid submission. Follows the sentence unless the decision is final. */
  advice: string | null;
  /** The document that it is about; null: any, or none. */
  document: ReviewDocument | null;
}

/** The code that requires a text of the reviewer. */
export const OTHER = 'other';

/** The code of a rejection without a reason. */
const STANDARD = 'standard';

type Sentences = Readonly<Record<string, { readonly sentence: string; readonly advice?: string }>>;

/** In English. `backend/locales` has them in the languages of the emails. */
const sentences: Readonly<Record<ReviewName, Sentences>> = { kyc: texts.kyc, payment: texts.payment };

const listed = (subject: ReviewName, code: string, label: string, document: ReviewDocument | null = null): RejectionReason => {
  const { sentence = null, advice = null } = sentences[subject][code] ?? {};
  return { subject, code, label, sentence, advice, document };
};

/** Reasons in the order of the console's list: the most frequent first. */
export const rejectionReasons: readonly RejectionReason[] = [
  listed('kyc', 'identity-unreadable', 'Identity document cannot be read', 'id-card'),
  listed('kyc', 'identity-expired', 'Identity document has expired', 'id-card'),
  listed('kyc', 'identity-other-kind', 'Not a passport or identity card', 'id-card'),
  listed('kyc', 'identity-differs', 'Name or date of birth differ', 'id-card'),
  listed('kyc', 'address-unreadable', 'Proof of address cannot be read', 'proof-of-address'),
  listed('kyc', 'address-old', 'Proof of address is too old', 'proof-of-address'),
  listed('kyc', 'address-differs', 'Proof shows another address or name', 'proof-of-address'),
  listed('kyc', 'not-genuine', 'Document does not look genuine'),
  listed('kyc', OTHER, 'Another reason'),
  listed('payment', 'not-received', 'Nothing arrived'),
  listed('payment', 'amount-differs', 'Another amount arrived'),
  listed('payment', 'other-address', 'Sent to another address'),
  listed('payment', 'proof-unreadable', 'Proof cannot be read'),
  listed('payment', 'transfer-unclear', 'Transfer belongs to another payment'),
  listed('payment', 'not-genuine', 'Proof does not look genuine'),
  listed('payment', OTHER, 'Another reason'),
];

/** Returns whether a reason can be one to ask for this document again. */
export const isAbout = (document: ReviewDocument, code: string): boolean =>
  rejectionReasons.some((reason) => reason.subject === 'kyc' && reason.code === code && (reason.document ?? document) === document);

/** Returns the codes of one subject. */
export const codesOf = (subject: ReviewName): string[] =>
  rejectionReasons.filter((reason) => reason.subject === subject).map(({ code }) => code);

/** Joins the sentence of the reason, its advice and the reviewer's own words; returns the standard reason if there is none of them. */
export function rejectionOf(subject: ReviewName, { code, reason, final = false }: RejectionRequest): Rejection {
  const listed = code !== undefined && Object.hasOwn(sentences[subject], code) ? code : undefined;
  const used = listed ?? (reason === undefined ? STANDARD : undefined);
  const { sentence, advice } = (used === undefined ? undefined : sentences[subject][used]) ?? {};
  const text = [sentence, final ? undefined : advice, reason].filter((part) => part !== undefined).join(' ');
  return { text, code: code ?? null, final, letterData: { reason: text, code: used, words: used === undefined ? undefined : reason } };
}

/** The reason of a verification that was deleted because it was never completed. */
export const notCompleted = rejectionOf('kyc', { code: 'not-completed' });

/**
 * Returns the text of a stored rejection in the member's language; the reviewer's own words stay as written. A text that begins with no
 * sentence of the list, such as one stored before the list was reworded, is returned as it is.
 */
export function rejectionIn(language: Language | null, subject: ReviewName, text: string): string {
  if (language === null || language === DEFAULT_LANGUAGE) return text;
  for (const [code, { sentence, advice }] of Object.entries(sentences[subject])) {
    const advised = advice === undefined ? sentence : `${sentence} ${advice}`;
    const beginning = [advised, sentence].find((part) => text === part || text.startsWith(`${part} `));
    if (beginning === undefined) continue;
    const words = text.slice(beginning.length + 1) || undefined;
    return rejectionText(`reasons.${subject}`, { reason: text, code, words }, textFormat(language), { final: beginning !== advised });
  }
  return text;
}
