import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountRepository } from '../../../src/club/auth/account.repository.js';
import { MailTokenRepository } from '../../../src/club/auth/mail-token.repository.js';
import { RESET_KIND } from '../../../src/club/auth/password-reset.service.js';
import { ResetPasswordMailHandler } from '../../../src/club/auth/reset-password-mail.handler.js';
import { Sealer } from '../../../src/platform/crypto/index.js';
import { outboxSealContext } from '../../../src/platform/outbox/outbox.service.js';
import { MailOutbox } from '../../../src/messaging/mail/index.js';
import { call } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

/** Not like anybody's name or address in these tests. */
export const NEW_PASSWORD = 'seven lanterns over the harbour';

export const LINK_INVALID = { statusCode: 400, message: 'This link is invalid or has expired' };

export interface WaitingLetter {
  letter: string;
  address: string | null;
  user_id: string | null;
  data: Record<string, unknown>;
}

interface OutboxRow {
  id: string;
  kind: string;
  payload: Buffer;
}

/** The API with what its tests look up behind its back. No worker runs: what waits in the outbox stays to be looked at. */
export class AccountsApp {
  private constructor(readonly api: TestApi) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<AccountsApp> {
    return new AccountsApp(await createTestApi(env));
  }

  stop(): Promise<void> {
    return this.api.close();
  }

  sql<T extends object = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(text, values);
  }

  async count(table: string, where = 'true', values: unknown[] = []): Promise<number> {
    const [row] = await this.sql<{ n: string }>(`select count(*) as n from ${table} where ${where}`, values);
    return Number(row?.n);
  }

  async userRow(email: string): Promise<Record<string, unknown>> {
    const [row] = await this.sql('select * from users where email = ?', [email]);
    if (!row) throw new Error(`nobody has ${email}`);
    return row;
  }

  opened({ id, payload }: OutboxRow): Record<string, unknown> {
    return JSON.parse(this.api.app.get(Sealer).open(payload, outboxSealContext(id)).toString()) as Record<string, unknown>;
  }

  waiting(kind: string): Promise<OutboxRow[]> {
    return this.sql<OutboxRow>('select id, kind, payload from outbox where kind = ? and sent_at is null order by id', [kind]);
  }

  /** Letters that wait for this address, or for this user wherever their address is, the first one first. */
  async lettersTo(recipient: string): Promise<WaitingLetter[]> {
    const rows = await this.sql<OutboxRow & { letter: string; address: string | null; user_id: string | null }>(
      `select o.id, o.kind, o.payload, d.letter, d.address, d.user_id from mail_deliveries d join outbox o on o.id = d.outbox_id
       where d.address = ? or (d.address is null and d.user_id::text = ?) order by d.id`,
      [recipient, recipient],
    );
    return rows.map((row) => ({
      letter: row.letter,
      address: row.address,
      user_id: row.user_id,
      data: this.opened(row)['data'] as Record<string, unknown>,
    }));
  }

  async letterNames(recipient: string): Promise<string[]> {
    return (await this.lettersTo(recipient)).map(({ letter }) => letter);
  }

  /** The token in the newest letter of this name to this address. */
  async tokenIn(letter: string, address: string): Promise<string> {
    const token = (await this.lettersTo(address)).filter((candidate) => candidate.letter === letter).at(-1)?.data['token'];
    if (typeof token !== 'string') throw new Error(`no ${letter} waits for ${address}`);
    return token;
  }

  /** Does what the worker does with requests for a new password. */
  async workOnResets(): Promise<void> {
    for (const row of await this.waiting(RESET_KIND)) {
      await this.workOnReset(row);
      await this.sql('update outbox set sent_at = now() where id = ?', [row.id]);
    }
  }

  async workOnReset(row: OutboxRow): Promise<void> {
    const { app } = this.api;
    const letters = new ResetPasswordMailHandler(
      this.api.em() as EntityManager,
      app.get(AccountRepository),
      app.get(MailTokenRepository),
      app.get(MailOutbox, { strict: false }),
    );
    await letters.handle(this.opened(row), { id: row.id, attempt: 1, createdAt: new Date() });
  }

  forget(email: unknown, extra: object = {}, headers: Record<string, string> = {}) {
    return call(this.api, 'POST', '/forgetpassword', { email, ...extra }, { headers });
  }

  /** Asks for a link to choose a new password and returns its token. */
  async resetToken(email: string): Promise<string> {
    const response = await this.forget(email);
    if (response.statusCode !== 200) throw new Error(`forgetpassword answered ${response.statusCode}`);
    await this.workOnResets();
    return this.tokenIn('reset-password', email);
  }

  reset(token: string, newPassword: unknown = NEW_PASSWORD) {
    return call(this.api, 'POST', '/changepassword', { newPassword }, { token: `Bearer ${token}` });
  }

  confirm(token: string) {
    return call(this.api, 'GET', '/confirmemail', undefined, { token: `Bearer ${token}` });
  }

  profile(token: string) {
    return call(this.api, 'GET', '/getuser', undefined, { token });
  }

  signIn(email: string, password: string) {
    return call(this.api, 'POST', '/signinuser', { email, password });
  }

  /** Lets a session look as old as one whose owner signed in a while ago. */
  async age(userId: string): Promise<void> {
    await this.sql(`update sessions set created_at = created_at - interval '6 minutes' where user_id = ?`, [userId]);
  }
}
