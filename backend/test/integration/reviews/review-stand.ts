import { RequestContext } from '@mikro-orm/core';
import { KycConsoleDecisionsService } from '../../../src/club/kyc/index.js';
import type { KycReviewDetailWire } from '../../../src/platform/wire/index.js';
import { confirmedMember, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { fundForm } from '../kyc/documents.js';
import { anotherAdmin, auditOf, get, mustBe, post, send } from '../payments/paying.js';
import { reviewCases, waiting as waitingOf } from './cases.js';

export interface Waiting {
  id: string;
  member: SignedIn;
}

const path = (id: string, act: string) => `/admin/kyc-reviews/${id}/${act}`;

/** Two reviewers at the console, and decisions that can be undone. */
export class ReviewStand {
  private constructor(
    readonly api: TestApi,
    readonly admin: SignedIn,
    readonly ada: SignedIn,
  ) {}

  static async start(): Promise<ReviewStand> {
    const api = await createTestApi();
    const admin = await signedInAdmin(api);
    const { email } = await confirmedMember(api, 'trade club', { surname: 'Lovelace', otherName: 'Ada' });
    return new ReviewStand(api, admin, await anotherAdmin(api, email));
  }

  /** No case waits any more. */
  async clear(): Promise<void> {
    await this.api.em().execute(`update users set rejected_at = now() where kyc_status = 'pending'`);
  }

  /** A submission whose documents both admins have opened. */
  async waiting(): Promise<Waiting> {
    const found = await waitingOf(this.api, reviewCases[0]!);
    for (const who of [this.admin, this.ada]) await this.opens(found.id, who);
    return found;
  }

  /** The same of a client of the fund. */
  async waitingFund(): Promise<Waiting> {
    const member = await signedInMember(this.api, 'hedge fund');
    await mustBe(201, send(this.api, 'createkyc', member.token, await fundForm()));
    const [row] = await this.api.em().execute<{ id: string }[]>('select id from kyc_submissions where user_id = ?', [member.userId]);
    for (const who of [this.admin, this.ada]) await this.opens(row!.id, who);
    return { id: row!.id, member };
  }

  async record(id: string, who: SignedIn): Promise<KycReviewDetailWire> {
    return (await get(this.api, `/admin/kyc-reviews/${id}`, who)).json<KycReviewDetailWire>();
  }

  async opens(id: string, who: SignedIn): Promise<void> {
    const { idCardUrl, proofOfAddressUrl } = await this.record(id, who);
    for (const url of [idCardUrl, proofOfAddressUrl]) await mustBe(200, this.api.app.inject({ method: 'GET', url }));
  }

  decide(id: string, body: object, who = this.admin) {
    return post(this.api, path(id, 'decision'), body, who);
  }

  undo(id: string, who = this.admin) {
    return post(this.api, path(id, 'undo'), {}, who);
  }

  scheduled(id: string): Promise<{ id: string; due: number }[]> {
    return this.api
      .em()
      .execute(`select id, extract(epoch from due_at - now())::float as due from scheduled_decisions where submission_id = ?`, [id]);
  }

  /** Carries out what is scheduled, as the job does once its time has come. */
  async carryOut(id: string): Promise<void> {
    const [found] = await this.scheduled(id);
    const service = this.api.app.get(KycConsoleDecisionsService, { strict: false });
    await RequestContext.create(this.api.em(), () => service.carryOut(found!.id));
  }

  async acts(id: string): Promise<{ action: string; actor_id: string | null; detail: unknown }[]> {
    return (await auditOf(this.api, id))
      .filter(({ action }) => action !== 'kyc.submit')
      .map(({ action, actor_id, detail }) => ({ action, actor_id, detail }));
  }

  /** Counts the statements that wait for a lock. */
  async waits(): Promise<number> {
    const [row] = await this.api
      .em()
      .execute<{ n: number }[]>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    return row!.n;
  }
}
