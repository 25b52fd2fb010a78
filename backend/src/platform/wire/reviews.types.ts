import type { PersonWire, ReviewStatusWire } from './account.types.js';

/** The names of the actions on a record of `kyc-reviews` or `payments`; `ask`, `undo` and `reveal` are of `kyc-reviews` alone. */
export type ReviewVerbWire = 'approve' | 'reject' | 'ask' | 'allow-retry' | 'undo' | 'reveal';

/** The decision about a submission, and the actions that the requesting admin may take. */
export interface ReviewDecisionWire {
  status: Exclude<ReviewStatusWire, null>;
  /** Why it was rejected, as the member reads it. */
  reason: string | null;
  /** Of `rejection-reasons`; null where none was chosen. */
  reasonCode: string | null;
  /** Rejected for good. */
  final: boolean;
  /** When another try was allowed after that. */
  reopenedAt: string | null;
  decidedAt: string | null;
  decidedBy: { userId: string; fullName: string } | null;
  may: ReviewVerbWire[];
  /** Why something that waits cannot be decided, or not approved. */
  mayNot: string | null;
  /** The member asked to be erased, and waits for an answer. */
  restricted: boolean;
}

/**
 * Of a record in a list: which other admins have the case open, the first to come first. On its own the record has none: POST {id}/watch
 * tells them there.
 */
export interface ReviewViewersWire {
  viewers: { userId: string; fullName: string; since: string }[];
}

/** The reviewer who holds a case, alone to decide it until they leave it; null: nobody does. */
export interface ReviewClaimWire {
  claim: { userId: string; fullName: string; since: string; until: string; self: boolean } | null;
}

/**
 * Around one submission: its member as registered, what else they sent (newest first), and the queue of those that wait, the oldest first.
 */
export interface ReviewCaseWire {
  member: PersonWire & {
    firstName: string;
    dateOfBirth: string;
    registeredAt: string;
    deactivated: boolean;
  };
  others: { id: string; status: Exclude<ReviewStatusWire, null>; reason: string | null; submittedAt: string; decidedAt: string | null }[];
  /** Ids of submissions. `next`: the oldest other one that no other admin has claimed, preferring those that none has open. */
  queue: { waiting: number; before: string | null; after: string | null; next: string | null };
}

/** A decision that is carried out at `dueAt`; until then nothing has changed, and who made it may undo it. */
export interface ScheduledDecisionWire {
  decision: 'approve' | 'reject' | 'ask';
  userId: string;
  fullName: string;
  self: boolean;
  dueAt: string;
}

/** Of two reviewers, the first who has approved. */
export interface FirstApprovalWire {
  userId: string;
  fullName: string;
  self: boolean;
  at: string;
}

/**
 * Body of POST kyc-reviews/{id}/decision, which the console uses in the place of {id}/approve and {id}/reject: the decision can be undone
 * with POST {id}/undo, and takes both documents opened; of a client of the fund the first approval waits for another reviewer.
 */
export interface ConsoleDecisionWire extends ReviewRejectionWire {
  /** `ask`: the member sends one document again. It needs `document`, and a code or a reason. */
  decision: 'approve' | 'reject' | 'ask';
  document?: AskedDocumentWire;
}

/** A document of a submission that its member can be asked for again. */
export type AskedDocumentWire = 'id-card' | 'proof-of-address';

/** What a reviewer compares with the documents. `identityValid`: the document has not expired; `proofRecent`: it is not too old. */
export type CheckedFieldWire = 'surname' | 'firstName' | 'dateOfBirth' | 'country' | 'address' | 'identityValid' | 'proofRecent';

/** Body of POST kyc-reviews/{id}/check. Answers `checked`: the fields that the requesting admin has checked. */
export interface FieldCheckWire {
  field: CheckedFieldWire;
  checked: boolean;
}

/** Another use of a picture or number of a case. */
export interface DocumentUseWire {
  /** The case that it was sent in. */
  id: string;
  userId: string;
  fullName: string;
  status: Exclude<ReviewStatusWire, null>;
  document: AskedDocumentWire;
  sentAt: string;
  /** The same file or number; otherwise the picture looks the same. */
  isSame: boolean;
  /** Sent by the member of this case. */
  isOwn: boolean;
}

/** At most five, other members first, then the newest. */
export interface DocumentUsesWire {
  uses: DocumentUseWire[];
  hasMore: boolean;
}

/** Where the documents of a case were seen before: for the reviewer to look at, and never a decision. */
export interface SeenBeforeWire {
  /** `waiting`: not compared yet; `exact`: only the same file is recognised; `full`: also pictures that look the same. */
  pictures: Record<AskedDocumentWire, DocumentUsesWire & { comparison: 'waiting' | 'exact' | 'full' }>;
  /** `isRecorded`: a reviewer has typed the number of the identity document, of which a keyed hash is kept. */
  number: DocumentUsesWire & { isRecorded: boolean };
  /** False: some documents are not compared yet. */
  isComplete: boolean;
}

/** Body of POST kyc-reviews/{id}/document-number. Answers SeenBeforeWire. */
export interface DocumentNumberWire {
  number: string;
}

/** A document that a member was asked for again. */
export interface DocumentRequestWire {
  document: AskedDocumentWire;
  /** As the member reads it. */
  reason: string;
  askedAt: string;
  /** The reviewer's name. */
  askedBy: string | null;
  /** When the member sent it, or when the case was decided without it. */
  endedAt: string | null;
  answered: boolean;
  /** The document before, as a link that lives five minutes; null: not replaced, or its retention period is over. */
  earlier: { url: string; type: string } | null;
}

/** Body of POST {id}/reject; empty: the member reads a standard reason. */
export interface ReviewRejectionWire {
  code?: string;
  /** The reviewer's own words, after the sentence of the code; required with the code `other`. */
  reason?: string;
  /** `final`: the member cannot submit again, until another try is allowed. Needs a code or a reason. */
  outcome?: 'try-again' | 'final';
}

/** `rejection-reasons`. Sort: position. Filters: id, subject. */
export interface RejectionReasonWire {
  id: string;
  subject: 'kyc' | 'payment';
  code: string;
  label: string;
  /** As the member reads it; null: the reviewer says it in their own words. */
  sentence: string | null;
  /** What to submit instead: shown after the sentence, unless the decision is final. */
  advice: string | null;
  /** The document that it is about; null: any, or none. */
  document: AskedDocumentWire | null;
}

/** POST {id}/watch: admins who have the case open, longest first. A lease, renewed while the page is open. */
export interface ReviewWatchWire {
  viewers: { userId: string; fullName: string; since: string; self: boolean }[];
  renewAfterSeconds: number;
}

/** POST kyc-reviews/{id}/claim with {visit, takeOver?}: as {id}/watch, and claims the case unless another reviewer holds it. */
export interface ReviewClaimedWire extends ReviewWatchWire, ReviewClaimWire {}
