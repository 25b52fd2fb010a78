import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { InvalidInput, NotFound } from '../../platform/domain/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import type { PreparedFile } from '../files/index.js';
import { ReviewChecksService, type ReviewDocument } from '../reviews/index.js';
import { DOCUMENT_NUMBER_PROBLEM, readDocumentNumber } from './document-number-admin.form.js';
import { KycDocumentRepository } from './kyc-document.repository.js';
import { KycFingerprintKey } from './kyc-fingerprint-key.rules.js';
import { KycFingerprintRepository, type FoundUse, type WaitingDocument } from './kyc-fingerprint.repository.js';
import { kycReviewConfig } from './kyc-review.config.js';

/** Uses that are named. */
const MAX_NAMED = 5;

/** Where the picture of a document was sent before. */
export interface PictureUses {
  /** `waiting`: not compared yet; `exact`: only the same file is recognised; `full`: also pictures that look the same. */
  comparison: 'waiting' | 'exact' | 'full';
  uses: FoundUse[];
  hasMore: boolean;
}

/** Where the documents of a case were seen before. */
export interface SeenBefore {
  pictures: Record<ReviewDocument, PictureUses>;
  /** `isRecorded`: a reviewer has typed the number of the identity document. */
  number: { isRecorded: boolean; uses: FoundUse[]; hasMore: boolean };
  /** False: some documents wait for their fingerprints, and a case that sent one of them is not named. */
  isComplete: boolean;
}

/** A document that is stored now. */
export interface SentDocument {
  document: ReviewDocument;
  file: PreparedFile;
}

/** Documents whose files a case has now. */
interface CaseFiles {
  userId: string;
  idCardFileId: string;
  proofFileId: string;
}

/** Recognises documents that were sent before. Reviewers read it; nothing is decided by it. */
@Injectable()
export class KycFingerprintsService {
  readonly #key: KycFingerprintKey;

  constructor(
    private readonly em: EntityManager,
    private readonly fingerprints: KycFingerprintRepository,
    private readonly documents: KycDocumentRepository,
    private readonly checks: ReviewChecksService,
    private readonly audit: AuditLog,
    config: AppConfig,
  ) {
    this.#key = new KycFingerprintKey(config.deriveKey('kyc-fingerprints'));
  }

  /** Records the documents of a submission in the transaction that stores them. The pages of a PDF are left to the job. */
  async add(tx: EntityManager, submissionId: string, sent: readonly SentDocument[]): Promise<void> {
    await this.fingerprints.add(
      tx,
      sent.map(({ document, file: { file, hash } }) => ({
        fileId: file.id,
        submissionId,
        document,
        state: file.mime === 'application/pdf' ? 'waiting' : 'recorded',
        content: this.#key.content(file.sha256),
        picture: hash && this.#key.picture(hash),
      })),
    );
  }

  /** `hash`: of documentHash; `unreadable`: the document does not open. */
  async record({ fileId, sha256 }: WaitingDocument, hash: Buffer | null | 'unreadable'): Promise<void> {
    await this.fingerprints.record(fileId, {
      state: hash === 'unreadable' ? 'unreadable' : 'recorded',
      content: this.#key.content(sha256),
      picture: hash === null || hash === 'unreadable' ? null : this.#key.picture(hash),
    });
  }

  async seenBefore({ userId, idCardFileId, proofFileId }: CaseFiles): Promise<SeenBefore> {
    const files = [idCardFileId, proofFileId];
    const own = await this.fingerprints.findOwn(files);
    const found = await this.fingerprints.findUses(userId, files, MAX_NAMED + 1);
    const among = (document: ReviewDocument, evidence: FoundUse['evidence']) => {
      const uses = found.filter((use) => use.document === document && use.evidence === evidence);
      return { uses: uses.slice(0, MAX_NAMED), hasMore: uses.length > MAX_NAMED };
    };
    const pictureOf = (document: ReviewDocument): PictureUses => {
      const fingerprint = own.find((each) => each.document === document);
      const comparison = fingerprint?.hasPicture ? 'full' : 'exact';
      return {
        comparison: fingerprint === undefined || fingerprint.state === 'waiting' ? 'waiting' : comparison,
        ...among(document, 'picture'),
      };
    };
    return {
      pictures: { 'id-card': pictureOf('id-card'), 'proof-of-address': pictureOf('proof-of-address') },
      number: { isRecorded: own.some(({ hasNumber }) => hasNumber), ...among('id-card', 'number') },
      isComplete: await this.fingerprints.isComplete(),
    };
  }

  /**
   * Records the number of the identity document of a case, of which only a keyed hash is kept. Throws InvalidInput naming `number`,
   * NotFound, and as ReviewChecksService.lockOpen.
   */
  recordNumber(adminId: string, submissionId: string, typed: string): Promise<void> {
    const number = readDocumentNumber(typed);
    if (number === null) throw InvalidInput.field('number', DOCUMENT_NUMBER_PROBLEM);
    return this.em.transactional(async (tx) => {
      await this.checks.lockOpen(tx, kycReviewConfig, { adminId, submissionId });
      const fileId = await this.documents.findFile(tx, submissionId, 'id-card');
      if (fileId === null || !(await this.fingerprints.setNumber(tx, fileId, this.#key.number(number)))) throw new NotFound('document');
      await this.audit.record(tx, {
        action: 'kyc.document-number',
        actorId: adminId,
        actorRole: 'admin',
        targetType: 'kyc',
        targetId: submissionId,
        detail: {},
      });
    });
  }
}
