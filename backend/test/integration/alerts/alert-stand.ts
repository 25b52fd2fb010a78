import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../../src/messaging/mail/index.js';
import { Clock, uuidv7 } from '../../../src/platform/domain/index.js';
import { AccountAlertEvaluationRepository } from '../../../src/trading/alerts/account-alert-evaluation.repository.js';
import { AccountAlertEvaluator } from '../../../src/trading/alerts/account-alert-evaluator.service.js';
import { AlertEvaluationRepository } from '../../../src/trading/alerts/alert-evaluation.repository.js';
import { AlertEvaluator } from '../../../src/trading/alerts/alert-evaluator.service.js';
import { AlertFirings } from '../../../src/trading/alerts/alert-firings.service.js';
import type { MarketPair } from '../../../src/trading/market/index.js';
import { CandleRefillService, CandleStore } from '../../../src/trading/market/index.js';
import { signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';
import { CandleDouble } from '../market/candle-double.js';

export const PAIR: MarketPair = { venue: 'binance', market: 'spot', base: 'BTC', quote: 'USDT' };

class SetClock extends Clock {
  /** Seconds since 1970. */
  at = 0;
  now(): Date {
    return new Date(this.at * 1000);
  }
}

export interface AlertFields {
  kind?: 'price' | 'signal-entry' | 'signal-stop';
  signalId?: string | null;
  level: number | string;
  way?: 'up' | 'down' | null;
  percent?: string | null;
  repeats?: boolean;
  /** The price at which it was set, below the level of one upwards and above that of one downwards. */
  last: number;
  /** Seconds since 1970. */
  checkedTo: number;
  market?: 'spot' | 'futures';
}

/** The API on an exchange of its own, and evaluators whose candles and time a test sets. */
export class AlertStand {
  readonly venue = new CandleDouble();
  readonly clock = new SetClock();

  private constructor(
    readonly api: TestApi,
    private readonly sandbox: OwnSandbox,
  ) {}

  static async start(): Promise<AlertStand> {
    const sandbox = await OwnSandbox.start();
    return new AlertStand(await createTestApi({ EXCHANGE_URL: sandbox.url }), sandbox);
  }

  async stop(): Promise<void> {
    await this.api.close();
    await this.sandbox.stop();
  }

  em(): EntityManager {
    return this.api.em();
  }

  rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.em().execute(sql, values);
  }

  /** A member who may see signals. */
  async reader(): Promise<SignedIn> {
    const member = await signedInMember(this.api);
    await this.rows(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    return member;
  }

  /** An alert that is armed. Returns its id. */
  async alert(userId: string, fields: AlertFields): Promise<string> {
    const [id] = await this.alerts([{ userId, ...fields }]);
    return id!;
  }

  async alerts(all: readonly (AlertFields & { userId: string })[]): Promise<string[]> {
    const rows = all.map(({ userId, kind = 'price', way = null, percent = null, signalId = null, repeats = false, ...rest }) => ({
      id: uuidv7(),
      user_id: userId,
      kind,
      way,
      percent,
      signal_id: signalId,
      repeats,
      market: rest.market ?? 'spot',
      level: rest.level,
      last: rest.last,
      checked_to: rest.checkedTo,
    }));
    await this.rows(
      `insert into alerts (id, user_id, kind, venue, market, base, quote, signal_id, level, way, percent, repeats, is_armed, last_price,
         checked_to)
       select id, user_id, kind, 'binance', market, 'BTC', 'USDT', signal_id, level, way, percent, repeats, true, last,
         to_timestamp(checked_to)
       from jsonb_to_recordset(?::jsonb) as a (id uuid, user_id uuid, kind text, market text, signal_id uuid, level numeric, way text,
         percent numeric, repeats boolean, last numeric, checked_to float8)`,
      [JSON.stringify(rows)],
    );
    return rows.map(({ id }) => id);
  }

  /** A worker's evaluator. */
  evaluator(repository = new AlertEvaluationRepository()): AlertEvaluator {
    return new AlertEvaluator(
      this.api.app.get(MikroORM),
      this.venue,
      this.clock,
      new CandleRefillService(this.venue, this.clock),
      new CandleStore(),
      repository,
      this.firingsOf(repository),
    );
  }

  /** Evaluates a member's alerts about their account. Returns how much fired. */
  async evaluateAccount(userId: string): Promise<number> {
    const repository = new AccountAlertEvaluationRepository();
    const mail = this.api.app.get(MailOutbox, { strict: false });
    const firings = this.firingsOf(new AlertEvaluationRepository());
    return new AccountAlertEvaluator(this.api.app.get(MikroORM), this.venue, this.clock, repository, firings, mail).evaluate(userId);
  }

  dueAccounts(): Promise<string[]> {
    return new AccountAlertEvaluationRepository().findDue(this.em(), 1000);
  }

  private firingsOf(repository: AlertEvaluationRepository): AlertFirings {
    return new AlertFirings(repository, this.api.app.get(MailOutbox, { strict: false }));
  }

  /** Evaluates the pair at a time, in seconds since 1970. */
  evaluateAt(at: number, pair = PAIR, repository?: AlertEvaluationRepository): Promise<number> {
    this.clock.at = at;
    return this.evaluator(repository).evaluate(pair, new AbortController().signal);
  }

  /** What fired, oldest first. `minute`: seconds since 1970. */
  firings(ids: readonly string[]): Promise<{ alertId: string; minute: number; way: string; high: string; low: string }[]> {
    return this.rows(
      `select alert_id as "alertId", extract(epoch from minute)::float8 as minute, way, trim_scale(high)::text as high,
         trim_scale(low)::text as low
       from alert_firings where alert_id in (?) order by minute, alert_id`,
      [ids],
    );
  }

  notices(userId: string): Promise<{ kind: string; facts: Record<string, string> }[]> {
    return this.rows('select kind, facts from notices where user_id = ? order by id', [userId]);
  }
}

/** A candle in which the price goes from one value to another, at most so far. */
export const moving = (open: number, close: number, high = Math.max(open, close), low = Math.min(open, close)) => ({
  open: String(open),
  high: String(high),
  low: String(low),
  close: String(close),
});
