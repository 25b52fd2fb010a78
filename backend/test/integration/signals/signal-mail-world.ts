import type { INestApplicationContext } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import type { SignalWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { person, type Person } from '../mail/mail-world.js';
import { ScriptedSmtp } from '../mail/scripted-smtp.js';
import { aSignal } from './a-signal.js';

/** A batch of letters takes its time. */
const PATIENCE_MS = 80_000;

/** API, worker and a mail server that does what it is told, with members who may see signals. */
export class SignalMailWorld {
  private constructor(
    readonly smtp: ScriptedSmtp,
    readonly api: TestApi,
    readonly worker: INestApplicationContext,
    private readonly admin: SignedIn,
  ) {}

  static async start(): Promise<SignalMailWorld> {
    const smtp = new ScriptedSmtp();
    await smtp.start();
    const api = await createTestApi({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://club.example', MAIL_FROM: 'The Club <post@club.example>' });
    return new SignalMailWorld(smtp, api, await startTestWorker(api.config), await signedInAdmin(api));
  }

  async stop(): Promise<void> {
    await this.worker.close();
    await this.api.close();
    await this.smtp.stop();
  }

  /** Members of earlier tests get nothing more. */
  async forget(): Promise<void> {
    this.smtp.script = {};
    await this.everythingSent();
    await this.rows('delete from notification_preferences');
    await this.rows('delete from signal_digests');
    await this.rows(`update users set payment_status = null where payment_status is not null`);
  }

  rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  async count(sql: string, values: unknown[] = []): Promise<number> {
    return (await this.rows<{ n: number }>(sql, values))[0]!.n;
  }

  async choose(userId: string, value: string, kinds = ['signal-published', 'signal-changed', 'signal-ended']): Promise<void> {
    await this.rows(
      `insert into notification_preferences (user_id, kind, channel, value) select ?, k, 'email', ? from unnest(array[?]::text[]) k
        on conflict (user_id, kind, channel) do update set value = excluded.value`,
      [userId, value, kinds],
    );
  }

  /** A member with a payment in this state, who chose `value` for all emails about signals; null: nothing. */
  async reader(
    changes: Parameters<typeof person>[1] = {},
    payment: string | null = 'approved',
    value: string | null = 'on',
  ): Promise<Person> {
    const one = await person(this.api.em(), changes);
    await this.rows('update users set payment_status = ? where id = ?', [payment, one.id]);
    if (value !== null) await this.choose(one.id, value);
    return one;
  }

  async publish(changes: Record<string, unknown> = {}): Promise<string> {
    const response = await call(this.api, 'POST', '/createsignal', aSignal({ projectedDateOfClosure: '2099-12-31', ...changes }), {
      token: this.admin.token,
    });
    if (response.statusCode !== 201) throw new Error(`not published: ${response.statusCode} ${response.body}`);
    return response.json<{ data: SignalWire }>().data.id;
  }

  async amend(id: string, body: object): Promise<void> {
    const response = await call(this.api, 'POST', `/admin/signals/${id}/amendments`, body, { token: this.admin.token });
    if (response.statusCode !== 201) throw new Error(`not changed: ${response.statusCode} ${response.body}`);
  }

  /** The signal ended with a result. The worker may have scored it as running by then. */
  async close(id: string): Promise<void> {
    const minute = Math.floor(Date.now() / 60_000) * 60;
    await this.rows(
      `insert into signal_scores (signal_id, methodology, status, entry_price, entry_at, exits, r_gross, r_net, r_optimistic, ambiguous,
        closed_at) values (?, 1, 'closed', 64000, now(), ?, 1.25, 1.2049, 2, ?, now())
       on conflict (signal_id, methodology) do update set status = excluded.status, entry_price = excluded.entry_price,
         entry_at = excluded.entry_at, exits = excluded.exits, r_gross = excluded.r_gross, r_net = excluded.r_net,
         r_optimistic = excluded.r_optimistic, ambiguous = excluded.ambiguous, closed_at = excluded.closed_at`,
      [
        id,
        JSON.stringify([
          { reason: 'tp1', price: '65500', weight: '0.333333333333333333', t: minute },
          { reason: 'stop', price: '63000.5', weight: '0.666666666666666666', t: minute },
        ]),
        JSON.stringify([minute]),
      ],
    );
  }

  finished(signalId: string, what: string): Promise<void> {
    return eventually(async () => {
      const finished = `select count(*)::int as n from signal_mailings where signal_id = ? and what = ? and finished_at is not null`;
      if ((await this.count(finished, [signalId, what])) !== 1) throw new Error(`letters about ${what} are not written yet`);
    }, PATIENCE_MS);
  }

  everythingSent(): Promise<void> {
    return eventually(async () => {
      await this.rows(
        `update outbox set available_at = now(), enqueued_at = null where sent_at is null and dead_at is null and lease_until is null and
          available_at > now()`,
      );
      const unwritten = await this.count(`select count(*)::int as n from signal_mailings where finished_at is null`);
      const unsent = await this.count(
        `select count(*)::int as n from outbox where kind = 'mail.send' and sent_at is null and dead_at is null`,
      );
      if (unwritten + unsent > 0) throw new Error(`${unwritten} events have no letters yet, ${unsent} letters are not sent`);
    }, PATIENCE_MS);
  }

  mailsTo({ email }: Person) {
    return this.smtp.received.filter(({ to }) => to.includes(email));
  }

  subjectsTo(one: Person) {
    return this.mailsTo(one).map(({ mail }) => mail.subject);
  }

  inWorker<T>(work: () => Promise<T>): Promise<T> {
    return RequestContext.create(this.worker.get(MikroORM).em, work);
  }
}
