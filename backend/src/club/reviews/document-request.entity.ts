import { defineEntity, p } from '@mikro-orm/core';
import { StoredFile } from '../files/index.js';
import { User } from '../users/index.js';
import { reviewDocuments } from './rejection.rules.js';
import { reviewNames } from './review.types.js';

const DocumentRequestSchema = defineEntity({
  name: 'DocumentRequest',
  tableName: 'document_requests',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    kind: p.enum(reviewNames),
    submissionId: p.uuid(),
    document: p.enum(reviewDocuments),
    /** Shown to the member, in English. */
    reason: p.string().length(1000),
    /** Code of the reason (rejection.rules.ts). */
    code: p.string().length(40).nullable(),
    askedBy: () => p.manyToOne(User).name('asked_by').mapToPk().nullable().deleteRule('set null').updateRule('no action'),
    askedAt: p.datetime().defaultRaw('now()'),
    /** When the member sent the document, or when the case was decided without it. */
    endedAt: p.datetime().nullable(),
    /** The member sent the document. */
    isAnswered: p.boolean().default(false),
    /** The document before; null: not replaced, or its retention period is over. */
    earlierFileId: () =>
      p.manyToOne(StoredFile).name('earlier_file_id').mapToPk().nullable().deleteRule('set null').updateRule('no action'),
  },
  uniques: [
    {
      name: 'document_requests_open_unique',
      expression:
        `create unique index "document_requests_open_unique" on "document_requests" ("kind", "submission_id")` +
        ` where "ended_at" is null`,
    },
  ],
  indexes: [
    { name: 'document_requests_case_index', properties: ['submissionId', 'askedAt'] },
    { name: 'document_requests_asked_by_index', properties: ['askedBy'] },
    { name: 'document_requests_earlier_file_index', properties: ['earlierFileId'] },
  ],
});

/** A document of a pending submission that a member was asked for again. While it is open, the case waits for the member. */
export class DocumentRequest extends DocumentRequestSchema.class {}
DocumentRequestSchema.setClass(DocumentRequest);
export { DocumentRequestSchema };
