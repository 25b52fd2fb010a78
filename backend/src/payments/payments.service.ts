import { Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { Membership, ReviewStatus } from '../common/domain/index.js';
import { FilesService, type StoredFile } from '../files/index.js';
import { ReviewMachine, type StoredSubmission } from '../reviews/index.js';
import type { PaymentForm } from './payment-form.js';
import { paymentReview } from './payment-review-kind.js';
import { ONE_PAYMENT_A_TXID, Payment } from './payment.entity.js';
import { TransactionUsed } from './payments.errors.js';

export interface PayingMember {
  userId: string;
  membership: Membership;
}

/** Takes members' proofs of payment in. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly em: EntityManager,
    private readonly files: FilesService,
    private readonly reviews: ReviewMachine,
  ) {}

  /**
   * Stores a payment and makes the member's subscription pending: all of it or nothing. Open from null and from rejected.
   * Throws ReviewMoveRefused and TransactionUsed (409), InvalidInput naming proofOfPayment (400), FileTooLarge (413), TooMany (429).
   */
  async submit(member: PayingMember, form: PaymentForm, proofOfPayment: Buffer): Promise<{ status: ReviewStatus }> {
    const { userId, membership } = member;
    const opening = await this.reviews.opening(paymentReview, userId);
    const prepared = await this.files.prepare(this.em, [
      { userId, purpose: 'payment-proof', field: 'proofOfPayment', buffer: proofOfPayment },
    ]);
    await this.files.keep(this.em, prepared, (tx, files) =>
      this.reviews.submit(tx, paymentReview, opening, membership, () => this.store(tx, member, form, files, opening.to)),
    );
    return { status: opening.to };
  }

  private async store(
    tx: EntityManager,
    { userId, membership }: PayingMember,
    { amount, txid }: PaymentForm,
    [proof]: readonly StoredFile[],
    status: ReviewStatus,
  ): Promise<StoredSubmission> {
    if (!proof) throw new Error('a payment has a proof');
    const payment = new Payment({ userId, membership, amount, proofFileId: proof.id, txid, status });
    tx.persist(payment);
    try {
      await tx.flush();
    } catch (error) {
      throw isTxidTaken(error) ? new TransactionUsed() : error;
    }
    return { id: payment.id, detail: { membership, amount, txid } };
  }
}

/** Somebody else's payment with the same id was first, perhaps by a moment. */
function isTxidTaken(error: unknown): boolean {
  return error instanceof UniqueConstraintViolationException && (error as { constraint?: string }).constraint === ONE_PAYMENT_A_TXID;
}
