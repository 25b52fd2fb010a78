import { defineEntity, p } from '@mikro-orm/core';
import { memberships, uuidv7, type Membership, type ReviewStatus } from '../../platform/domain/index.js';
import { venues, type Venue } from '../../trading/venues/index.js';
import { StoredFile } from '../files/index.js';
import { User } from '../users/index.js';

const reviewStatuses = ['pending', 'approved', 'rejected'] as const satisfies readonly ReviewStatus[];

const KycSubmissionSchema = defineEntity({
  name: 'KycSubmission',
  tableName: 'kyc_submissions',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).name('user_id').mapToPk(),
    userType: p.enum(memberships),
    platform: p.enum(venues),
    /** Sealed for this row and member. */
    address: p.blob().hidden(),
    idCardFileId: () => p.manyToOne(StoredFile).name('id_card_file_id').mapToPk(),
    proofFileId: () => p.manyToOne(StoredFile).name('proof_file_id').mapToPk(),
    /** The exchange account, which has both secrets sealed; null if no key was given. */
    exchangeAccountId: p.uuid().nullable(),
    /** The last characters of either secret, for reviewers. */
    apiKeyHint: p.string().length(4).nullable(),
    secretKeyHint: p.string().length(4).nullable(),
    /** Sealed to the offline key (security 3.4): this system cannot open it. Null without such a key. */
    exchangeLogin: p.blob().nullable().hidden(),
    exchangeLoginGiven: p.boolean().default(false),
    status: p.enum(reviewStatuses),
    /** The reason of the rejection, shown to the member. */
    reason: p.string().length(1000).nullable(),
    /** Code of the reason (club/reviews/rejection.rules.ts). */
    reasonCode: p.string().length(40).nullable(),
    /** Finally rejected: no further submission, unless an admin reopens it. */
    isFinal: p.boolean().default(false),
    submittedAt: p.datetime().defaultRaw('now()'),
    /** Time that the case has waited for its member, which the service level leaves out. */
    waitedSeconds: p.integer().default(0),
    decidedAt: p.datetime().nullable(),
    decidedBy: () => p.manyToOne(User).name('decided_by').mapToPk().nullable(),
    reopenedAt: p.datetime().nullable(),
    reopenedBy: () => p.manyToOne(User).name('reopened_by').mapToPk().nullable(),
  },
  uniques: [
    {
      name: 'kyc_submissions_open_unique',
      expression:
        `create unique index "kyc_submissions_open_unique" on "kyc_submissions" ("user_id")` + ` where "status" in ('pending', 'approved')`,
    },
  ],
  indexes: [
    { name: 'kyc_submissions_status_index', properties: ['status', 'submittedAt'] },
    { name: 'kyc_submissions_user_index', properties: ['userId', 'submittedAt'] },
  ],
});

export interface NewKycSubmission {
  userId: string;
  userType: Membership;
  platform: Venue;
  idCardFileId: string;
  proofFileId: string;
  exchangeAccountId: string | null;
  apiKeyHint: string | null;
  secretKeyHint: string | null;
  exchangeLoginGiven: boolean;
  status: ReviewStatus;
}

/** A submission of a member's documents and its decision. Rejected ones are kept; a new submission is a new row. */
export class KycSubmission extends KycSubmissionSchema.class {
  /** `seal` gets the id of the new row, which sealed values are bound to. */
  constructor(fields: NewKycSubmission, seal: (id: string) => { address: Buffer; exchangeLogin: Buffer | null }) {
    super();
    this.id = uuidv7();
    Object.assign(this, {
      reason: null,
      reasonCode: null,
      isFinal: false,
      decidedAt: null,
      decidedBy: null,
      reopenedAt: null,
      reopenedBy: null,
      waitedSeconds: 0,
      ...fields,
      ...seal(this.id),
    });
  }
}
KycSubmissionSchema.setClass(KycSubmission);
export { KycSubmissionSchema };
