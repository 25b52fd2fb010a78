import { defineEntity, p } from '@mikro-orm/core';
import { StoredFile } from '../files/index.js';
import { reviewDocuments } from '../reviews/index.js';
import { KycSubmission } from './kyc-submission.entity.js';

/** `waiting`: the job has not come to it yet; `unreadable`: its bytes are gone or do not open. */
export const fingerprintStates = ['waiting', 'recorded', 'unreadable'] as const;
export type FingerprintState = (typeof fingerprintStates)[number];

const KycFingerprintSchema = defineEntity({
  name: 'KycFingerprint',
  tableName: 'kyc_fingerprints',
  properties: {
    /** The document. Its fingerprints are deleted with it. */
    fileId: () => p.manyToOne(StoredFile).name('file_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    /** The submission that it was sent with, or asked for again in. */
    submissionId: () => p.manyToOne(KycSubmission).name('submission_id').mapToPk().deleteRule('cascade').updateRule('no action'),
    document: p.enum(reviewDocuments),
    state: p.enum(fingerprintStates),
    /** Keyed; the same for the same bytes. Null: not computed yet. */
    content: p.blob().nullable(),
    /** Keyed; near for pictures that look the same (KycFingerprintKey). Null: not computed yet, or too little in the picture. */
    picture: p.string().columnType('bit(512)').nullable(),
    /** Keyed; of the document number that a reviewer has typed. Null: none was typed. */
    number: p.blob().nullable(),
  },
  indexes: [
    { name: 'kyc_fingerprints_submission_index', properties: ['submissionId'] },
    { name: 'kyc_fingerprints_content_index', properties: ['content'] },
    { name: 'kyc_fingerprints_number_index', properties: ['number'] },
    {
      name: 'kyc_fingerprints_waiting_index',
      expression: `create index "kyc_fingerprints_waiting_index" on "kyc_fingerprints" ("file_id") where "state" = 'waiting'`,
    },
  ],
});

/** What a document of a submission is recognised by when it is sent again. */
export class KycFingerprint extends KycFingerprintSchema.class {}
KycFingerprintSchema.setClass(KycFingerprint);
export { KycFingerprintSchema };
