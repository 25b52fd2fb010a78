import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { accountChanged, LiveEvents, reviewChanged } from '../../messaging/live/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import { FilesService, type PreparedFile } from '../files/index.js';
import { DocumentRequestsService, ReviewTransitionsService, type OpenRequest } from '../reviews/index.js';
import { assertAny, formNames, onlyAsked, type FormName } from './asked-document.form.js';
import { kycReviewConfig } from './kyc-review.config.js';
import { KycDocumentRepository } from './kyc-document.repository.js';
import { KycFingerprintsService } from './kyc-fingerprints.service.js';
import type { KycMember } from './kyc.service.js';
import { NoDocumentAsked } from './kyc.errors.js';

/** Takes the one document that a member was asked for again. The submission keeps everything else, and the time it was submitted. */
@Injectable()
export class KycResubmissionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly requests: DocumentRequestsService,
    private readonly transitions: ReviewTransitionsService,
    private readonly documents: KycDocumentRepository,
    private readonly fingerprints: KycFingerprintsService,
    private readonly files: FilesService,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
  ) {}

  /** Returns what the member is asked for; null: nothing. */
  async asked(userId: string): Promise<OpenRequest | null> {
    const id = await this.documents.findPendingOf(this.em, userId);
    return id === null ? null : this.requests.findOpen(kycReviewConfig, id);
  }

  /**
   * Replaces the document and returns the submission to the queue, in one transaction. The document before is kept for the time of papers
   * that were rejected. Throws NoDocumentAsked and DecisionUnderWay (409), InvalidInput naming the file (400), FileTooLarge (413), TooMany
   * (429).
   */
  async answer(member: KycMember, sent: Partial<Record<FormName, Buffer>>): Promise<void> {
    const { userId } = member;
    const asked = await this.asked(userId);
    if (!asked) {
      assertAny(sent);
      throw new NoDocumentAsked();
    }
    const buffer = onlyAsked(asked.document, sent);
    const upload = { userId, purpose: asked.document, field: formNames[asked.document], buffer };
    const prepared = await this.files.prepare(this.em, [upload]);
    await this.files.keep(this.em, prepared, (tx) => this.replace(tx, member, asked, prepared[0]!));
  }

  private async replace(tx: EntityManager, { userId, membership }: KycMember, asked: OpenRequest, file: PreparedFile): Promise<void> {
    const { submissionId: id, document } = asked;
    // A concurrent answer and a decision wait here, and the later of two finds the request ended.
    await this.transitions.lockMember(tx, kycReviewConfig, userId);
    const earlier = await this.documents.findFile(tx, id, document);
    const seconds = earlier === null ? null : await this.requests.answerIn(tx, kycReviewConfig, asked, earlier);
    if (seconds === null) throw new NoDocumentAsked();
    await this.documents.replaceFile(tx, id, document, { fileId: file.file.id, waitedSeconds: seconds });
    await this.fingerprints.add(tx, id, [{ document, file }]);
    await this.audit.record(tx, {
      action: 'kyc.resubmit',
      actorId: userId,
      actorRole: membership,
      targetType: 'kyc',
      targetId: id,
      detail: { document },
    });
    await this.mail.queue(tx, { letter: 'kyc-received', to: userId, data: {}, dedupeKey: `kyc-received:${asked.id}` });
    await this.live.publish(tx, accountChanged(userId, { changed: 'kyc', state: 'pending' }));
    await this.live.publish(tx, reviewChanged({ review: 'kyc', id, change: 'answered' }));
  }
}
