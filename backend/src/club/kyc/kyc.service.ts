import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { keyHint } from '../../platform/crypto/index.js';
import type { Membership, ReviewStatus } from '../../platform/domain/index.js';
import { ExchangeAccountService, refuseUnfit, type KeyCheck } from '../../trading/exchange-accounts/index.js';
import { FilesService, type PreparedFile } from '../files/index.js';
import { ReviewTransitionsService, type StoredSubmission } from '../reviews/index.js';
import type { KycForm } from './kyc.form.js';
import { KycFingerprintsService } from './kyc-fingerprints.service.js';
import { kycReviewConfig } from './kyc-review.config.js';
import { KycSealService } from './kyc-seal.service.js';
import { KycSubmission } from './kyc-submission.entity.js';

export interface KycMember {
  userId: string;
  membership: Membership;
}

export interface KycDocuments {
  idCard: Buffer;
  proofOfAddress: Buffer;
}

/** Stores members' documents and exchange credentials. */
@Injectable()
export class KycService {
  constructor(
    private readonly em: EntityManager,
    private readonly reviews: ReviewTransitionsService,
    private readonly files: FilesService,
    private readonly exchange: ExchangeAccountService,
    private readonly seals: KycSealService,
    private readonly fingerprints: KycFingerprintsService,
  ) {}

  /**
   * Stores a submission and sets the member's KYC to pending, in one transaction. Allowed from null and from rejected. The exchange checks
   * a key first; if it cannot be reached, the key is stored as unchecked. Throws ReviewMoveRefused (409), InvalidInput naming files or key
   * (400), FileTooLarge (413), TooMany (429). `warnings`: about the key, for its owner.
   */
  async submit(member: KycMember, form: KycForm, documents: KycDocuments): Promise<{ status: ReviewStatus; warnings: string[] }> {
    const { userId, membership } = member;
    const opening = await this.reviews.opening(kycReviewConfig, userId);
    const prepared = await this.files.prepare(this.em, [
      { userId, purpose: 'id-card', field: 'idCard', buffer: documents.idCard },
      { userId, purpose: 'proof-of-address', field: 'proofOfAddress', buffer: documents.proofOfAddress },
    ]);
    const check = form.key && (await this.acceptableKey(form));
    await this.files.keep(this.em, prepared, (tx) =>
      this.reviews.submit(tx, kycReviewConfig, opening, membership, () => this.store(tx, member, form, prepared, check, opening.to)),
    );
    return { status: opening.to, warnings: check?.outcome === 'ok' ? check.warnings : [] };
  }

  private async acceptableKey({ platform, key }: KycForm): Promise<KeyCheck | null> {
    return key && refuseUnfit(await this.exchange.checkKey({ venue: platform, ...key }));
  }

  private async store(
    tx: EntityManager,
    { userId, membership }: KycMember,
    form: KycForm,
    files: readonly PreparedFile[],
    check: KeyCheck | null,
    status: ReviewStatus,
  ): Promise<StoredSubmission> {
    const [idCard, proof] = files;
    if (!idCard || !proof) throw new Error('a submission has two files');
    const { platform, key, login } = form;
    const exchangeAccountId = key && check ? await this.exchange.attachKey(tx, { userId, venue: platform, ...key, check }) : null;
    const submission = new KycSubmission(
      {
        userId,
        userType: membership,
        platform,
        idCardFileId: idCard.file.id,
        proofFileId: proof.file.id,
        exchangeAccountId,
        apiKeyHint: key && keyHint(key.apiKey),
        secretKeyHint: key && keyHint(key.secretKey),
        exchangeLoginGiven: login !== null,
        status,
      },
      (id) => this.seals.seal({ id, userId }, form),
    );
    tx.persist(submission);
    await tx.flush();
    await this.fingerprints.add(tx, submission.id, [
      { document: 'id-card', file: idCard },
      { document: 'proof-of-address', file: proof },
    ]);
    return { id: submission.id, detail: { platform, key: check?.outcome ?? 'none', loginGiven: login !== null } };
  }
}
