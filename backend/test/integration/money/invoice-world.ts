import type { EntityManager } from '@mikro-orm/postgresql';
import { ErasureSweepService } from '../../../src/club/privacy/erasure/erasure-sweep.service.js';
import { Clock } from '../../../src/platform/domain/index.js';
import { LedgerService } from '../../../src/money/ledger/index.js';
import { InvoicesService, InvoiceVerifierService } from '../../../src/money/invoices/index.js';
import { confirmedAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { clubPayment, fundPayment, get, kycWithKey, mustBe, pay, send } from '../payments/paying.js';

export interface StoredInvoice {
  id: string;
  number: string;
  status: string;
  total: string;
  outstanding: string;
}

/** The API on a database of its own, with members who have invoices. */
export class InvoiceWorld {
  private constructor(
    readonly api: TestApi,
    readonly admin: SignedIn,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<InvoiceWorld> {
    const api = await createTestApi(env);
    return new InvoiceWorld(api, await confirmedAdmin(api));
  }

  stop(): Promise<void> {
    return this.api.close();
  }

  get invoices(): InvoicesService {
    return this.api.app.get(InvoicesService, { strict: false });
  }
  get ledger(): LedgerService {
    return this.api.app.get(LedgerService, { strict: false });
  }
  get clock(): Clock {
    return this.api.app.get(Clock, { strict: false });
  }

  verify() {
    return this.api.app.get(InvoiceVerifierService, { strict: false }).verify();
  }

  inTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.api.em().transactional((tx) => work(tx as EntityManager));
  }

  rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  /** A member whose verification is approved: they have an open invoice. */
  async verified(): Promise<SignedIn> {
    const member = await signedInMember(this.api);
    await mustBe(201, send(this.api, 'createkyc', member.token, (await kycWithKey()).parts));
    await mustBe(200, get(this.api, `/approvekyc/${member.userId}`, this.admin));
    return member;
  }

  /** A member whose proof of payment waits. */
  async paying(membership: 'trade club' | 'hedge fund' = 'trade club'): Promise<SignedIn> {
    const member = await signedInMember(this.api, membership);
    await this.sendProof(member, membership);
    return member;
  }

  async sendProof(member: SignedIn, membership: 'trade club' | 'hedge fund' = 'trade club'): Promise<void> {
    await mustBe(201, pay(this.api, member, membership === 'trade club' ? await clubPayment() : await fundPayment()));
  }

  approve({ userId }: SignedIn) {
    return get(this.api, `/approvepayment/${userId}`, this.admin);
  }

  /** Ends a membership whose legal period is over. */
  async leave({ userId }: { userId: string }): Promise<void> {
    await this.rows(`update users set rejected_at = now() - interval '6 years' where id = ?`, [userId]);
    await this.rows(
      `insert into erasure_requests (id, user_id, state, answer_due_at, ended_at, history_until, identity_until)
        values (gen_random_uuid(), ?, 'completed', now(), now(), now() - interval '1 day', now() - interval '1 day')`,
      [userId],
    );
  }

  /** As the worker does. */
  async eraseDue(): Promise<void> {
    const worker = await startTestWorker(this.api.config);
    try {
      await worker.get(ErasureSweepService, { strict: false }).eraseDue();
    } finally {
      await worker.close();
    }
  }

  invoicesOf({ userId }: { userId: string }): Promise<StoredInvoice[]> {
    return this.rows<StoredInvoice>(
      `select i.id, i.number, i.status, trim_scale(i.total)::text as total,
          trim_scale(coalesce((select sum(p.amount) from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
            where t.reference = 'invoice:' || i.id and p.account = 'receivable:' || i.user_id), 0))::text as outstanding
        from invoices i where i.user_id = ? order by i.number`,
      [userId],
    );
  }

  async lettersTo({ userId }: { userId: string }): Promise<string[]> {
    const rows = await this.rows<{ letter: string }>(
      `select letter from mail_deliveries where user_id = ? and letter like 'invoice-%' order by id`,
      [userId],
    );
    return rows.map(({ letter }) => letter);
  }
}
