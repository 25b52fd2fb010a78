import type { LightMyRequestResponse } from 'fastify';
import { AccountSync, ExchangeAccountService } from '../../../src/trading/exchange-accounts/index.js';
import type { ExchangeKeyWire } from '../../../src/platform/wire/index.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import type { ExchangeDouble } from './exchange-double.js';
import { startOtherVenue } from './other-venue.js';

export const OUR_ADDRESS = '203.0.113.7';

export interface TestKey {
  apiKey: string;
  secretKey: string;
}

/** The rights of a key that may only read, as the exchange tells them. */
export const READING = { enableReading: true, enableWithdrawals: false, ipRestrict: true };

/** The API with an exchange whose accounts and keys are made as tests need them. */
export class KeyWorld {
  #made = 0;

  private constructor(
    readonly api: TestApi,
    readonly exchange: ExchangeDouble,
  ) {}

  static async start(): Promise<KeyWorld> {
    const exchange = await startOtherVenue();
    exchange.accounts.length = 0;
    return new KeyWorld(
      await createTestApi({ EXCHANGE_URL: exchange.url, EXCHANGE_VENUES: 'binance,okx', EGRESS_ADDRESS: OUR_ADDRESS }),
      exchange,
    );
  }

  async stop(): Promise<void> {
    await this.api.close();
    await this.exchange.stop();
  }

  /** A new key of the account with this number, at the exchange. */
  key(uid: number, rights: Record<string, unknown> = READING): TestKey {
    const n = ++this.#made;
    const key = { apiKey: `planted-api-key-${n}-K${String(n).padStart(3, '0')}`, secretKey: `planted-secret-key-${n}` };
    this.exchange.accounts.push({ ...key, account: { uid, balances: [] }, rights });
    return key;
  }

  /** The key as the exchange has it, to change its rights. */
  atExchange({ apiKey }: TestKey) {
    const found = this.exchange.accounts.find((account) => account.apiKey === apiKey);
    if (!found) throw new Error('the exchange has no such key');
    return found;
  }

  /** The exchange does not know the key any more. */
  revoke(key: TestKey): void {
    this.exchange.accounts.splice(this.exchange.accounts.indexOf(this.atExchange(key)), 1);
  }

  /** Runs `act` while the exchange answers nobody. */
  async outOfReach<T>(act: () => Promise<T>): Promise<T> {
    this.exchange.instead = () => ({ status: 502, body: '<html>' });
    try {
      return await act();
    } finally {
      this.exchange.instead = () => null;
    }
  }

  async verified(): Promise<SignedIn> {
    const member = await signedInMember(this.api);
    await this.rows(`update users set kyc_status = 'approved' where id = ?`, [member.userId]);
    return member;
  }

  /** A member with approved KYC whose key was stored when they submitted it. */
  async keyed(uid: number, key = this.key(uid)): Promise<SignedIn & { key: TestKey; accountId: string }> {
    const member = await this.verified();
    const service = this.api.app.get(ExchangeAccountService, { strict: false });
    const check = await service.checkKey({ venue: 'binance', ...key });
    const accountId = await this.api.em().transactional(async (tx) => {
      const id = await service.attachKey(tx, { userId: member.userId, venue: 'binance', ...key, check });
      await this.api.app.get(AccountSync, { strict: false }).request(tx, member.userId, 'approval');
      return id;
    });
    return { ...member, key, accountId };
  }

  rows<T = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, parameters);
  }

  get({ token }: { token?: string }): Promise<LightMyRequestResponse> {
    return call(this.api, 'GET', '/me/exchange-key', undefined, { ...(token && { token }) });
  }

  put({ token }: { token?: string }, body: object): Promise<LightMyRequestResponse> {
    return call(this.api, 'PUT', '/me/exchange-key', body, { ...(token && { token }) });
  }

  remove({ token }: { token?: string }): Promise<LightMyRequestResponse> {
    return call(this.api, 'DELETE', '/me/exchange-key', undefined, { ...(token && { token }) });
  }

  check({ token }: { token?: string }): Promise<LightMyRequestResponse> {
    return call(this.api, 'POST', '/me/exchange-key/check', undefined, { ...(token && { token }) });
  }

  checkBy({ token }: { token?: string }, userId: string): Promise<LightMyRequestResponse> {
    return call(this.api, 'POST', `/admin/members/${userId}/check-key`, undefined, { ...(token && { token }) });
  }

  /** What a member is told of their key. */
  async keyOf(member: SignedIn): Promise<ExchangeKeyWire> {
    return (await this.get(member)).json<{ data: ExchangeKeyWire }>().data;
  }

  accountsOf({ userId }: SignedIn) {
    return this.rows<{
      id: string;
      uid: string | null;
      venue: string;
      is_current: boolean;
      held: boolean;
      key_state: string;
      sync_enabled: boolean;
      due: boolean;
    }>(
      `select id, uid, venue, is_current, api_key is not null or secret_key is not null or passphrase is not null as held, key_state,
        sync_enabled, next_sync_at is not null as due
       from exchange_accounts where user_id = ? order by created_at, id`,
      [userId],
    );
  }

  async lettersTo({ userId }: SignedIn): Promise<string[]> {
    return (
      await this.rows<{ letter: string }>(`select letter from mail_deliveries where user_id = ? and letter like 'key-%' order by id`, [
        userId,
      ])
    ).map(({ letter }) => letter);
  }

  async auditOf({ userId }: SignedIn): Promise<{ action: string; actor_id: string | null; detail: Record<string, unknown> }[]> {
    return this.rows(
      `select action, actor_id, detail from audit_events where target_id = ? and action like 'exchange.key%' order by at, id`,
      [userId],
    );
  }

  /** As if the session had begun, and its owner had confirmed it, so many minutes ago. */
  async age({ userId }: SignedIn, minutes: number, { confirmed = false } = {}): Promise<void> {
    await this.rows(
      `update sessions set created_at = now() - make_interval(mins => ?), confirmed_at = case when ? then now() - make_interval(mins => ?)
        end where user_id = ?`,
      [minutes, confirmed, minutes, userId],
    );
  }

  /** The member has confirmed a moment ago that it is them. */
  async confirm({ userId }: SignedIn): Promise<void> {
    await this.rows('update sessions set confirmed_at = now() where user_id = ?', [userId]);
  }

  runsOf({ userId }: SignedIn) {
    return this.rows<{ account_id: string; trigger: string; state: string; error: string | null }>(
      'select account_id, trigger, state, error from sync_runs where user_id = ? order by id',
      [userId],
    );
  }
}

export const put = ({ apiKey, secretKey }: TestKey, more: Record<string, unknown> = {}) => ({
  venue: 'binance',
  apiKey,
  secretKey,
  ...more,
});

export const errorFields = (response: LightMyRequestResponse) =>
  (response.json<{ errors?: { field: string }[] }>().errors ?? []).map(({ field }) => field);
