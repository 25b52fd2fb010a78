import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { uuidv7 } from '../../platform/domain/index.js';
import { db } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import type { FileType } from '../files/index.js';
import { dateOrNull } from './decision.query.js';
import type { ReviewDocument } from './rejection.rules.js';
import type { ReviewName } from './review.types.js';

export interface NewDocumentRequest {
  submissionId: string;
  document: ReviewDocument;
  /** For the member, in English. */
  reason: string;
  code: string | null;
  adminId: string;
}

/** A request that its member has not answered. */
export interface OpenRequest {
  id: string;
  submissionId: string;
  document: ReviewDocument;
  reason: string;
}

/** A request as reviewers see it. */
export interface DocumentRequestRecord {
  document: ReviewDocument;
  reason: string;
  askedAt: Date;
  askedBy: string | null;
  endedAt: Date | null;
  isAnswered: boolean;
  /** The document before, while it is kept. */
  earlier: { fileId: string; mime: FileType } | null;
}

const now = sql<Date>`now()`;
const MAX_RECORDS = 50;

/** Every statement about the table `document_requests` but its retention. */
@Injectable()
export class DocumentRequestRepository {
  async insert(tx: EntityManager, kind: ReviewName, request: NewDocumentRequest): Promise<string> {
    const { submissionId, document, reason, code, adminId } = request;
    const id = uuidv7();
    await db(tx)
      .insertInto('document_requests')
      .values({ id, kind, submission_id: submissionId, document, reason, code, asked_by: adminId })
      .execute();
    return id;
  }

  /** Returns the open request of a case. */
  async findOpen(em: EntityManager, kind: ReviewName, submissionId: string): Promise<OpenRequest | null> {
    const row = await db(em)
      .selectFrom('document_requests')
      .select(['id', 'submission_id', 'document', 'reason'])
      .where('kind', '=', kind)
      .where('submission_id', '=', submissionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return row ? { id: row.id, submissionId: row.submission_id, document: row.document, reason: row.reason } : null;
  }

  /** Ends an open request with the document before. Returns the seconds that it was open; null if it has ended meanwhile. */
  async answer(tx: EntityManager, id: string, earlierFileId: string): Promise<number | null> {
    const row = await db(tx)
      .updateTable('document_requests')
      .set({ ended_at: now, is_answered: true, earlier_file_id: earlierFileId })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning(sql<number>`floor(extract(epoch from now() - asked_at))::int`.as('seconds'))
      .executeTakeFirst();
    return row?.seconds ?? null;
  }

  /** Ends the open request of a case that is decided without an answer. */
  async end(tx: EntityManager, kind: ReviewName, submissionId: string): Promise<void> {
    await db(tx)
      .updateTable('document_requests')
      .set({ ended_at: now })
      .where('kind', '=', kind)
      .where('submission_id', '=', submissionId)
      .where('ended_at', 'is', null)
      .execute();
  }

  /** Returns the requests of a case, newest first, 50 at most. */
  async findOf(em: EntityManager, kind: ReviewName, submissionId: string): Promise<DocumentRequestRecord[]> {
    const rows = await db(em)
      .selectFrom('document_requests as r')
      .leftJoin('users as a', 'a.id', 'r.asked_by')
      .leftJoin('files as f', 'f.id', 'r.earlier_file_id')
      .select(['r.document', 'r.reason', 'r.asked_at', 'r.ended_at', 'r.is_answered', 'f.id as file_id', 'f.mime'])
      .select(optionalFullNameOf('a').as('asker_name'))
      .where('r.kind', '=', kind)
      .where('r.submission_id', '=', submissionId)
      .orderBy('r.asked_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(MAX_RECORDS)
      .execute();
    return rows.map((row) => ({
      document: row.document,
      reason: row.reason,
      askedAt: new Date(row.asked_at),
      askedBy: row.asker_name,
      endedAt: dateOrNull(row.ended_at),
      isAnswered: row.is_answered === true,
      earlier: row.file_id === null || row.mime === null ? null : { fileId: row.file_id, mime: row.mime },
    }));
  }
}
