import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { next, NotFound, ReviewMoveRefused, type ReviewMove } from '../common/domain/index.js';
import { ExchangeService } from '../exchange/index.js';
import { UsersService } from '../users/index.js';
import { KycJournal } from './kyc-journal.js';

/** What a member reads where the reviewer gave no reason of their own. */
export const DEFAULT_REJECTION = 'Your documents could not be verified. Please check that they are complete and readable, and send them again';

/** A submission by its own id, or the one that waits of a member. */
export type Decided = { submissionId: string } | { userId: string };

interface DecidedRow {
  id: string;
  user_id: string;
  exchange_account_id: string | null;
}

/** The reviewers' decisions. Of two that come at once, one is made and the other gets ReviewMoveRefused (409). */
@Injectable()
export class KycDecisions {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly exchange: ExchangeService,
    private readonly journal: KycJournal,
  ) {}

  /** Approves what waits, tells the member, and has their exchange account synced. Throws NotFound, ReviewMoveRefused. Returns the submission's id. */
  approve(adminId: string, which: Decided): Promise<string> {
    return this.em.transactional(async (tx) => {
      const { id, user_id: userId, exchange_account_id: account } = await this.decide(tx, adminId, which, 'approve', null);
      await this.journal.approved(tx, { id, userId }, adminId);
      if (account) await this.exchange.requestSync(tx, userId, 'approval');
      return id;
    });
  }

  /** Rejects what waits, tells the member why, and throws the exchange credentials away: they serve nothing any more. Throws NotFound, ReviewMoveRefused. Returns the submission's id. */
  reject(adminId: string, which: Decided, reason = DEFAULT_REJECTION): Promise<string> {
    return this.em.transactional(async (tx) => {
      const { id, user_id: userId, exchange_account_id: account } = await this.decide(tx, adminId, which, 'reject', reason);
      await tx.execute('update "kyc_submissions" set "exchange_login" = null where "id" = ?', [id]);
      if (account) await this.exchange.removeKey(tx, userId);
      await this.journal.rejected(tx, { id, userId }, adminId, reason);
      return id;
    });
  }

  private async decide(tx: EntityManager, adminId: string, which: Decided, move: Exclude<ReviewMove, 'submit'>, reason: string | null): Promise<DecidedRow> {
    const status = next('KYC', 'pending', move);
    const [column, id] = 'submissionId' in which ? ['id', which.submissionId] : ['user_id', which.userId];
    const [row] = await tx.execute<DecidedRow[]>(
      `update "kyc_submissions" set "status" = ?, "reason" = ?, "decided_at" = now(), "decided_by" = ?
       where "${column}" = ? and "status" = 'pending' returning "id", "user_id", "exchange_account_id"`,
      [status, reason, adminId, id],
    );
    if (row && (await this.users.setKycStatus(tx, row.user_id, 'pending', status))) return row;
    throw row ? new ReviewMoveRefused('KYC', null, move) : await this.refusal(tx, which, move);
  }

  /** An id that names nothing is a 404; a record that does not wait is a 409. */
  private async refusal(tx: EntityManager, which: Decided, move: ReviewMove): Promise<Error> {
    if ('userId' in which) return (await this.users.findSummary(which.userId)) ? new ReviewMoveRefused('KYC', null, move) : new NotFound('user');
    const known = await tx.execute<unknown[]>('select 1 from "kyc_submissions" where "id" = ?', [which.submissionId]);
    return known.length > 0 ? new ReviewMoveRefused('KYC', null, move) : new NotFound('KYC submission');
  }
}
