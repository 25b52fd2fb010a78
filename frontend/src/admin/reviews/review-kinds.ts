import type { RaRecord } from 'react-admin';
import { consolePaths } from '../../config/console-routes';
import type { KycReviewWire, PermissionWire, ReviewCaseWire, ReviewDecisionWire } from '../../lib/wire/types';

export type Decision = 'approve' | 'reject';
/** What a reviewer can do with a case: decide it, or ask for a document again. */
export type Act = Decision | 'ask';

/** What two lists and two workbenches of reviews differ in: where things are, and the words. */
export interface ReviewType {
  resource: 'kyc-reviews' | 'payments';
  /** Required for a decision. */
  permission: PermissionWire;
  /** Whoever opens a case claims it: others cannot decide it meanwhile. */
  hasClaims: boolean;
  /** A decision can be undone for a moment, and leads on to the next case at once. */
  canUndo: boolean;
  /** As the server's reasons and live events call it. */
  name: 'kyc' | 'payment';
  list: string;
  listTitle: string;
  path: (id: string) => string;
  /** What somebody has sent, as a word. */
  noun: string;
  /** Where the link of a list leads. */
  opens: (name: string) => string;
  /** What the buttons read while the request runs. */
  running: Record<Decision, string>;
  /** What is said once it is decided. `record`: the server's answer. */
  done: Record<Decision, (name: string, record: Partial<KycReviewWire>) => string>;
  /** What is said once a document is asked for again; null: no document of the kind can be. */
  asked: ((name: string) => string) | null;
  /** Other resources that a decision changes. */
  alsoChanged: readonly string[];
  /** Under the choice between another try and none. */
  outcomes: { tryAgain: string; final: string };
}

/** A case with everything around it. */
export type ReviewRecord = RaRecord &
  ReviewDecisionWire &
  ReviewCaseWire & { id: string; userId: string; fullName: string; submittedAt: string };

/** Of a record: who it is about, and what the server lets one do with it. */
export type Decidable = Pick<ReviewDecisionWire, 'may' | 'mayNot'> &
  Partial<Pick<KycReviewWire, 'firstApproval'>> & { id: string; fullName: string };

export const kycKind: ReviewType = {
  resource: 'kyc-reviews',
  permission: 'kyc.decide',
  hasClaims: true,
  canUndo: true,
  name: 'kyc',
  list: consolePaths.kycReviews,
  listTitle: 'Pending KYC',
  path: consolePaths.kycReview,
  noun: 'submission',
  opens: (name) => `Review ${name}`,
  running: { approve: 'Approving…', reject: 'Rejecting…' },
  done: {
    approve: (name, { takesTwo, firstApproval }) =>
      takesTwo && firstApproval === null ? `${name}: waiting for the approval of a second reviewer.` : `${name} is approved.`,
    reject: (name) => `${name} is rejected.`,
  },
  asked: (name) => `${name} is asked for a document again.`,
  alsoChanged: ['members', 'users'],
  outcomes: {
    tryAgain: 'The member can submit the form again.',
    final: 'The member can’t submit the form again. You can allow it later.',
  },
};

export const paymentKind: ReviewType = {
  resource: 'payments',
  permission: 'payments.decide',
  hasClaims: false,
  canUndo: false,
  name: 'payment',
  list: consolePaths.payments,
  listTitle: 'Pending payments',
  path: consolePaths.payment,
  noun: 'payment',
  opens: (name) => `Review the payment of ${name}`,
  running: { approve: 'loading....', reject: 'loading....' },
  done: {
    approve: (name) => `The payment of ${name} is approved.`,
    reject: (name) => `The payment of ${name} is rejected. They get an email with the reason.`,
  },
  asked: null,
  alsoChanged: ['users'],
  outcomes: {
    tryAgain: 'The member can send another proof.',
    final: 'The member can’t send another proof. You can allow it later.',
  },
};
