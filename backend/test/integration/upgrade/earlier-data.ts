import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { FileSealer, LocalKeyring, PasswordHasher, Sealer } from '../../../src/platform/crypto/index.js';
import { uuidv7 } from '../../../src/platform/domain/index.js';
import { outboxSealContext } from '../../../src/platform/outbox/outbox.service.js';
import { LocalFileStore, newStorageKey } from '../../../src/platform/storage/index.js';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { keySealContext } from '../../../src/trading/exchange-accounts/exchange-account.entity.js';
import { fileSealContext } from '../../../src/club/files/stored-file.entity.js';
import { sandboxKey } from '../exchange/own-sandbox.js';

export const PASSWORDS = { admin: 'nineteen quiet tugboats at dawn', member: 'correct horse battery 9' };
export const ADMIN = 'head@club.example';
export const MEMBER = 'ada@club.example';
export const LATE = 'late@club.example';
/** Beyond what a double can hold: kept as a number once, as a text now. */
export const GREAT_ID = '9007199254740993';
/** Members beside those with a name. */
const CROWD = 40;
export const PEOPLE = CROWD + 4;
export const REJECTED = Math.ceil(CROWD / 7);

type Row = Record<string, unknown>;

const at = (text: string) => `2026-10-${text}Z`;

/** What members had left with the product when it ended at an earlier version. Every row is written as that version had it. */
export class EarlierData {
  readonly memberId = randomUUID();
  readonly adminId = randomUUID();
  readonly accountId = uuidv7();
  readonly #fundId = randomUUID();
  readonly #sealer: Sealer;
  readonly #files: FileSealer;

  constructor(
    private readonly client: pg.Client,
    private readonly config: AppConfig,
  ) {
    const keys = new LocalKeyring(config.deriveKeys('seal'));
    this.#sealer = new Sealer(keys, config.deriveKey('fingerprint'));
    this.#files = new FileSealer(keys);
  }

  /** Of the version whose last migration is `0500_exchange`: people, papers, an account that was read, a letter that waits. */
  async first(): Promise<void> {
    await this.#people();
    await this.#papers();
    await this.#account();
    await this.#history();
    await this.#insert('sync_cursors', [
      {
        account_id: this.accountId,
        dataset: 'spot_trades',
        symbol: 'BTCUSDT',
        state: 'complete',
        cursor: GREAT_ID,
        covered_from: at('01T00:00:00'),
        covered_to: at('20T00:00:00'),
        row_count: 500,
      },
      {
        account_id: this.accountId,
        dataset: 'deposits',
        symbol: '',
        state: 'partial',
        covered_from: at('05T00:00:00'),
        covered_to: at('06T00:00:00'),
        row_count: 1,
      },
    ]);
    await this.#letter();
    for (const action of ['auth.sign-in', 'kyc.approve', 'user.deactivate']) {
      await this.#insert('audit_events', [
        {
          id: uuidv7(),
          at: at('20T10:00:00'),
          actor_id: this.adminId,
          actor_role: 'admin',
          network: '203.0.113.0/24',
          request_id: randomUUID(),
          action,
          target_type: 'user',
          target_id: this.memberId,
          detail: JSON.stringify({ from: 'pending', amount: '0.10' }),
        },
      ]);
    }
  }

  /** Of the version whose last migration is `1700_portfolio`: also payments, signals, a broadcast, figures. */
  async middle(): Promise<void> {
    await this.#people();
    await this.#papers();
    await this.#account();
    await this.#history();
    await this.#insert('sync_cursors', [
      {
        account_id: this.accountId,
        dataset: 'spot_trades',
        symbol: 'BTCUSDT',
        state: 'complete',
        cursor: GREAT_ID,
        covered: `{[${at('01T00:00:00')},${at('20T00:00:00')})}`,
        row_count: 500,
      },
    ]);
    await this.#letter();
    await this.#money();
    await this.#signals();
    await this.#insert('audit_events', [
      {
        id: uuidv7(),
        actor_id: this.adminId,
        actor_role: 'admin',
        action: 'payment.approve',
        target_type: 'user',
        target_id: this.memberId,
        detail: '{}',
      },
    ]);
  }

  async #people(): Promise<void> {
    const hasher = new PasswordHasher(this.config.argon2);
    const [admin, member] = await Promise.all([hasher.hash(PASSWORDS.admin), hasher.hash(PASSWORDS.member)]);
    const person = (id: string, email: string, changes: Row = {}) => ({
      id,
      email,
      surname: 'Okafor',
      other_name: 'Ada',
      phone_number: '+2348012345678',
      country: 'Nigeria',
      date_of_birth: '1990-02-28',
      role: 'trade club',
      password_hash: member,
      referral_code: id.replaceAll('-', '').slice(0, 12),
      email_confirmed_at: at('01T08:00:00'),
      created_at: at('01T08:00:00'),
      updated_at: at('01T08:00:00'),
      ...changes,
    });
    await this.#insert('users', [
      person(this.adminId, ADMIN, { role: 'admin', password_hash: admin }),
      person(this.memberId, MEMBER, { kyc_status: 'approved', terms_version: '2026-01' }),
      person(this.#fundId, 'fund@club.example', {
        role: 'hedge fund',
        kyc_status: 'pending',
        color: 'black',
        referred_by_id: this.memberId,
      }),
      // A moment ago: who does not confirm within a week is forgotten.
      person(randomUUID(), LATE, { email_confirmed_at: null, created_at: new Date().toISOString() }),
      ...Array.from({ length: CROWD }, (_, n) =>
        person(randomUUID(), `member.${n}@club.example`, {
          surname: `Żółć ${n}`,
          status: n % 5 === 0 ? 'deactivated' : 'active',
          ...(n % 7 === 0 && { rejected_at: at('15T00:00:00') }),
          referred_by_id: this.memberId,
        }),
      ),
    ]);
    await this.#insert('sessions', [
      {
        id: randomUUID(),
        user_id: this.memberId,
        idle_seconds: 86_400,
        idle_ends_at: at('02T00:00:00'),
        absolute_ends_at: at('30T00:00:00'),
        security_epoch: 0,
        network: '203.0.113.0/24',
        user_agent: 'an old browser',
      },
    ]);
  }

  async #papers(): Promise<void> {
    await this.#kyc(this.memberId, 'trade club', { status: 'approved', decided_at: at('03T00:00:00'), decided_by: this.adminId });
    await this.#kyc(this.#fundId, 'hedge fund', { status: 'pending' });
  }

  async #kyc(userId: string, userType: string, changes: Row): Promise<void> {
    const [id, idCard, proof] = [uuidv7(), await this.#file(userId, 'id-card'), await this.#file(userId, 'proof-of-address')];
    const address = this.#sealer.seal('12 Marina Road, Lagos', { table: 'kyc_submissions', rowId: id, userId, field: 'address' });
    await this.#insert('kyc_submissions', [
      {
        id,
        user_id: userId,
        user_type: userType,
        platform: 'binance',
        address,
        id_card_file_id: idCard,
        proof_file_id: proof,
        submitted_at: at('02T00:00:00'),
        ...changes,
      },
    ]);
  }

  async #file(userId: string, purpose: string): Promise<string> {
    const id = uuidv7();
    const bytes = Buffer.from(`${purpose} of ${userId}`.repeat(100));
    const storageKey = newStorageKey();
    await new LocalFileStore(join(this.config.dataDir, 'files')).put(
      storageKey,
      this.#files.seal([bytes], fileSealContext({ id, userId })),
    );
    await this.#insert('files', [
      {
        id,
        user_id: userId,
        purpose,
        mime: 'image/jpeg',
        byte_size: bytes.length,
        storage_key: storageKey,
        sha256: createHash('sha256').update(bytes).digest(),
      },
    ]);
    return id;
  }

  async #account(): Promise<void> {
    const { apiKey, secretKey } = sandboxKey('small', 'read-only', 42_000_001);
    const sealed = (field: 'api_key' | 'secret_key', value: string) =>
      this.#sealer.seal(value, keySealContext(this.accountId, this.memberId, field));
    await this.#insert('exchange_accounts', [
      {
        id: this.accountId,
        user_id: this.memberId,
        venue: 'binance',
        uid: '4711',
        api_key: sealed('api_key', apiKey),
        secret_key: sealed('secret_key', secretKey),
        key_hint: '0001',
        fingerprint: this.#sealer.fingerprint(apiKey),
        key_state: 'valid',
        key_checked_at: new Date().toISOString(),
        last_synced_at: at('20T00:00:00'),
        verified_at: at('03T00:00:00'),
      },
    ]);
    await this.#insert('sync_runs', [
      {
        id: uuidv7(),
        account_id: this.accountId,
        user_id: this.memberId,
        trigger: 'approval',
        state: 'done',
        finished_at: at('20T00:00:00'),
        rows: '{"spot_trades":500}',
      },
    ]);
  }

  async #history(): Promise<void> {
    const of = { account_id: this.accountId };
    const cast = await this.#idCast();
    await this.client.query(
      `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
       select $1, 'BTCUSDT', ($2::bigint - 500 + n)${cast}, n % 2 = 0, n${cast}, false, 60000.12345678 + n, 0.00000001 * n, 0.1 * n,
         0.000001, 'BNB', $3::timestamptz + n * interval '1 minute' from generate_series(1, 500) n`,
      [this.accountId, GREAT_ID, at('01T00:00:00')],
    );
    await this.#insert('futures_trades', [
      {
        ...of,
        symbol: 'ETHUSDT',
        trade_id: GREAT_ID,
        buyer: true,
        order_id: '7',
        maker: false,
        position_side: 'BOTH',
        price: '3300.10',
        qty: '1.5',
        quote_qty: '4950.15',
        realized_pnl: '-12.34567890',
        fee: '1.98',
        fee_asset: 'USDT',
        time: at('10T00:00:00'),
      },
    ]);
    await this.#insert('deposits', [
      {
        ...of,
        id: 'd-1',
        coin: 'USDT',
        network: 'TRX',
        amount: '1000.00000001',
        wallet_type: 0,
        status: 1,
        final: true,
        tx_id: 'tx',
        inserted_at: at('05T12:00:00'),
      },
    ]);
    await this.#insert('withdrawals', [
      {
        ...of,
        id: 'w-1',
        coin: 'BTC',
        network: 'BTC',
        amount: '0.1',
        transaction_fee: '0.0002',
        wallet_type: 0,
        status: 6,
        final: true,
        tx_id: 'tx',
        applied_at: at('06T12:00:00'),
      },
    ]);
    await this.#insert('wallet_balances', [{ ...of, position: 0, name: 'Spot', balance: '0.123456789012345678' }]);
    await this.#insert('asset_balances', [{ ...of, coin: 'BTC', free: '0.1', locked: '0', value: '6000' }]);
  }

  /** Ids of trades were numbers at first. */
  async #idCast(): Promise<string> {
    const { rows } = await this.client.query<{ data_type: string }>(
      `select data_type from information_schema.columns where table_name = 'spot_trades' and column_name = 'trade_id'`,
    );
    return rows[0]?.data_type === 'text' ? '::text' : '::bigint';
  }

  /** Written, and not sent when the processes ended. */
  async #letter(): Promise<void> {
    const [id, deliveryId] = [uuidv7(), uuidv7()];
    const payload = { v: 1, deliveryId, letter: 'kyc-approved', data: {} };
    await this.#insert('outbox', [
      { id, kind: 'mail.send', dedupe_key: `mail:${id}`, payload: this.#sealer.seal(JSON.stringify(payload), outboxSealContext(id)) },
    ]);
    await this.#insert('mail_deliveries', [{ id: deliveryId, outbox_id: id, letter: 'kyc-approved', user_id: this.memberId }]);
  }

  async #money(): Promise<void> {
    const payment = async (userId: string, membership: string, changes: Row) => ({
      id: uuidv7(),
      user_id: userId,
      membership,
      amount: membership === 'trade club' ? '50' : '20',
      proof_file_id: await this.#file(userId, 'payment-proof'),
      submitted_at: at('04T00:00:00'),
      ...changes,
    });
    await this.#insert('payments', [
      await payment(this.memberId, 'trade club', {
        status: 'approved',
        txid: 'ab'.repeat(32),
        decided_at: at('05T00:00:00'),
        decided_by: this.adminId,
      }),
      await payment(this.#fundId, 'hedge fund', { status: 'pending', txid: null }),
    ]);
    await this.client.query(`update users set payment_status = case id when $1 then 'approved' else 'pending' end where id in ($1, $2)`, [
      this.memberId,
      this.#fundId,
    ]);
    const broadcastId = uuidv7();
    await this.#insert('broadcasts', [
      {
        id: broadcastId,
        subject: 'News',
        message: 'The desk is closed on Friday.',
        audience: 'all',
        kind: 'service',
        state: 'done',
        created_by: this.adminId,
        starts_at: at('07T00:00:00'),
        finished_at: at('07T00:01:00'),
      },
    ]);
    await this.#insert('broadcast_deliveries', [
      { broadcast_id: broadcastId, user_id: this.memberId, position: 1, status: 'sent', attempts: 1, sent_at: at('07T00:00:30') },
    ]);
    await this.#insert('mail_preferences', [{ user_id: this.memberId, news: false }]);
    await this.#insert('portfolio_days', [
      {
        account_id: this.accountId,
        day: '2026-10-19',
        equity: '10000.12',
        inflow: '0',
        outflow: '0',
        realised: '12.5',
        fees: '0.1',
        funding: '0',
        segment: 0,
      },
    ]);
  }

  async #signals(): Promise<void> {
    await this.#insert(
      'signals',
      Array.from({ length: 3 }, (_, n) => ({
        id: uuidv7(),
        asset: 'BTCUSDT',
        base: 'BTC',
        quote: 'USDT',
        trade_type: 'Buy',
        side: 'long',
        time_frame: '4 Hours',
        risk_level: 'Medium',
        leverage: '1',
        leverage_factor: 1,
        recommended_position_size: '2 %',
        duration: '3 to 5 days',
        current_price: '64250.5',
        entry_price: '64000',
        stop_loss: '62500',
        trailing_stop_loss: 'none',
        take_profit_1: '65500',
        take_profit_2: '67000',
        take_profit_3: '69000',
        market_condition: 'Range',
        signal_message: `Signal ${n}`,
        date: '2026-10-10',
        time: '12:00',
        projected_date_of_closure: '2026-10-20',
        projected_closure_at: at('20T00:00:00'),
        published_at: at(`1${n}T12:00:00`),
        created_by: this.adminId,
      })),
    );
  }

  async #insert(table: string, rows: Row[]): Promise<void> {
    for (const row of rows) {
      const names = Object.keys(row);
      await this.client.query(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
        Object.values(row),
      );
    }
  }
}
