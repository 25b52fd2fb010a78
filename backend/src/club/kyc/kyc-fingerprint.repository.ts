import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import type { ReviewStatus } from '../../platform/domain/index.js';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { DOCUMENT_LOOKS_SAME_BITS, type FileType } from '../files/index.js';
import type { ReviewDocument } from '../reviews/index.js';
import type { FingerprintState } from './kyc-fingerprint.entity.js';

export interface NewFingerprint {
  fileId: string;
  submissionId: string;
  document: ReviewDocument;
  state: FingerprintState;
  content: Buffer;
  picture: string | null;
}

/** A document that a submission has now. */
export interface OwnFingerprint {
  document: ReviewDocument;
  state: FingerprintState;
  hasPicture: boolean;
  hasNumber: boolean;
}

/** Another document with the same picture or number as `document` of a case. */
export interface FoundUse {
  document: ReviewDocument;
  evidence: 'picture' | 'number';
  /** The same to the byte; otherwise the picture looks the same. */
  isSame: boolean;
  submissionId: string;
  userId: string;
  fullName: string;
  status: Exclude<ReviewStatus, null>;
  sentAs: ReviewDocument;
  sentAt: Date;
}

/** A document whose fingerprints are not computed yet. */
export interface WaitingDocument {
  fileId: string;
  userId: string;
  storageKey: string;
  mime: FileType;
  sha256: Uint8Array;
}

/** Pictures that one is compared with, newest first. Exact copies and numbers have an index and no such limit. */
export const MAX_COMPARED = 50_000;

/** Every statement about the table `kyc_fingerprints`. */
@Injectable()
export class KycFingerprintRepository {
  constructor(private readonly em: EntityManager) {}

  async add(tx: EntityManager, fingerprints: readonly NewFingerprint[]): Promise<void> {
    const rows = fingerprints.map(({ fileId, submissionId, ...row }) => ({ file_id: fileId, submission_id: submissionId, ...row }));
    await db(tx).insertInto('kyc_fingerprints').values(rows).execute();
  }

  async findOwn(fileIds: readonly string[]): Promise<OwnFingerprint[]> {
    return db(this.em)
      .selectFrom('kyc_fingerprints')
      .select(['document', 'state'])
      .select((eb) => [eb('picture', 'is not', null).as('hasPicture'), eb('number', 'is not', null).as('hasNumber')])
      .where('file_id', 'in', fileIds)
      .$castTo<OwnFingerprint>()
      .execute();
  }

  /** Returns whether every document can be compared with. */
  async isComplete(): Promise<boolean> {
    const waiting = await db(this.em).selectFrom('kyc_fingerprints').select('file_id').where('state', '=', 'waiting').limit(1).execute();
    return waiting.length === 0;
  }

  /**
   * Returns where the pictures and the number of these files were used before: other members' documents first, then the newest, at most
   * `limit` for each file and kind of evidence. `userId`: their member.
   */
  async findUses(userId: string, fileIds: readonly string[], limit: number): Promise<FoundUse[]> {
    const rows = await db(this.em)
      .with('own', (creator) => creator.selectFrom('kyc_fingerprints').selectAll().where('file_id', 'in', fileIds))
      .with('recent', (creator) =>
        creator.selectFrom('kyc_fingerprints').select(['file_id', 'picture']).orderBy('submission_id', 'desc').limit(MAX_COMPARED),
      )
      .with('found', (creator) => {
        const copies = creator
          .selectFrom('own')
          .innerJoin('kyc_fingerprints as o', 'o.content', 'own.content')
          .select(['own.document', 'o.file_id', sql<FoundUse['evidence']>`'picture'`.as('evidence'), sql<boolean>`true`.as('isSame')])
          .whereRef('o.file_id', '!=', 'own.file_id');
        const alike = creator
          .selectFrom('own')
          .innerJoin('recent as o', (join) => join.onRef('o.file_id', '!=', 'own.file_id'))
          .select(['own.document', 'o.file_id', sql<FoundUse['evidence']>`'picture'`.as('evidence'), sql<boolean>`false`.as('isSame')])
          .where(sql<SqlBool>`bit_count(o.picture # own.picture) <= ${DOCUMENT_LOOKS_SAME_BITS}`);
        const numbers = creator
          .selectFrom('own')
          .innerJoin('kyc_fingerprints as o', 'o.number', 'own.number')
          .select(['own.document', 'o.file_id', sql<FoundUse['evidence']>`'number'`.as('evidence'), sql<boolean>`true`.as('isSame')])
          .whereRef('o.file_id', '!=', 'own.file_id');
        return copies.unionAll(alike).unionAll(numbers);
      })
      .with('each_use', (creator) =>
        creator
          .selectFrom('found')
          .select(['document', 'evidence', 'file_id', sql<boolean>`bool_or("isSame")`.as('isSame')])
          .groupBy(['document', 'evidence', 'file_id']),
      )
      .with('ranked', (creator) =>
        creator
          .selectFrom('each_use as e')
          .innerJoin('kyc_fingerprints as o', 'o.file_id', 'e.file_id')
          .innerJoin('files as f', 'f.id', 'e.file_id')
          .innerJoin('kyc_submissions as s', 's.id', 'o.submission_id')
          .innerJoin('users as u', 'u.id', 's.user_id')
          .select(['e.document', 'e.evidence', 'e.isSame', 'o.submission_id as submissionId', 's.user_id as userId'])
          .select([fullNameOf('u').as('fullName'), 's.status', 'o.document as sentAs', 'f.created_at as sentAt'])
          .select(
            sql<number>`(row_number() over (partition by e.document, e.evidence
              order by s.user_id = ${userId}, f.created_at desc, e.file_id))::int`.as('rank'),
          ),
      )
      .selectFrom('ranked')
      .select(['document', 'evidence', 'isSame', 'submissionId', 'userId', 'fullName', 'status', 'sentAs', 'sentAt'])
      .where('rank', '<=', limit)
      .orderBy('rank')
      .execute();
    return rows.map(({ sentAt, ...use }) => ({ ...use, sentAt: new Date(sentAt) }));
  }

  /** Records the number of a document. Returns whether the document is there. */
  async setNumber(tx: EntityManager, fileId: string, number: Buffer): Promise<boolean> {
    const rows = await db(tx).updateTable('kyc_fingerprints').set({ number }).where('file_id', '=', fileId).returning('file_id').execute();
    return rows.length > 0;
  }

  /** Adds a row for each document without one. A process of an earlier release, which runs beside this one during an upgrade, adds none. */
  async addMissing(): Promise<void> {
    for (const [document, column] of [
      ['id-card', 'id_card_file_id'],
      ['proof-of-address', 'proof_file_id'],
    ] as const)
      await db(this.em)
        .insertInto('kyc_fingerprints')
        .columns(['file_id', 'submission_id', 'document', 'state'])
        .expression((eb) =>
          eb
            .selectFrom('kyc_submissions as k')
            .select([`k.${column}`, 'k.id', sql.lit(document).as('document'), sql.lit('waiting' as const).as('state')])
            .where((on) =>
              on.not(on.exists(on.selectFrom('kyc_fingerprints as o').select('o.file_id').whereRef('o.file_id', '=', `k.${column}`))),
            ),
        )
        .onConflict((conflict) => conflict.column('file_id').doNothing())
        .execute();
  }

  /** `after`: the last file of the batch before. */
  async findWaiting(after: string, limit: number): Promise<WaitingDocument[]> {
    return db(this.em)
      .selectFrom('kyc_fingerprints as o')
      .innerJoin('files as f', 'f.id', 'o.file_id')
      .select(['f.id as fileId', 'f.user_id as userId', 'f.storage_key as storageKey', 'f.mime', 'f.sha256'])
      .where('o.state', '=', 'waiting')
      .where('o.file_id', '>', after)
      .orderBy('o.file_id')
      .limit(limit)
      .execute();
  }

  /** Records the fingerprints of a document in the state `waiting`. Does nothing for one in another state. */
  async record(fileId: string, found: Pick<NewFingerprint, 'state' | 'content' | 'picture'>): Promise<void> {
    await db(this.em).updateTable('kyc_fingerprints').set(found).where('file_id', '=', fileId).where('state', '=', 'waiting').execute();
  }
}
