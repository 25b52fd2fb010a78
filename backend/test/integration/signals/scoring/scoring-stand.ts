import { randomUUID } from 'node:crypto';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { Clock, uuidv7 } from '../../../../src/platform/domain/index.js';
import { LiveEvents } from '../../../../src/messaging/live/index.js';
import { CandleRefillService, CandleStore, FundingRatesService, SecondCandlesService } from '../../../../src/trading/market/index.js';
import { ormOptions } from '../../../../src/mikro-orm.config.js';
import { ChannelEventRepository } from '../../../../src/messaging/channels/channel-event.repository.js';
import { ChannelEvents } from '../../../../src/messaging/channels/channel-events.service.js';
import { SignalEventsService } from '../../../../src/trading/signals/delivery/signal-events.service.js';
import { SignalRepository } from '../../../../src/trading/signals/signal.repository.js';
import { SignalAmendmentRepository } from '../../../../src/trading/signals/amendments/signal-amendment.repository.js';
import { PairScorerService } from '../../../../src/trading/signals/scoring/jobs/pair-scorer.service.js';
import { RescoringService } from '../../../../src/trading/signals/scoring/jobs/rescoring.service.js';
import { ScoreWriter } from '../../../../src/trading/signals/scoring/jobs/score.writer.js';
import type { SignalPair } from '../../../../src/trading/signals/scoring/jobs/scored-signal.mapper.js';
import { BatchScorerService } from '../../../../src/trading/signals/scoring/jobs/batch-scorer.service.js';
import { SignalScoreRepository, type SignalScore } from '../../../../src/trading/signals/scoring/jobs/signal-score.repository.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { CandleDouble } from '../../market/candle-double.js';

export const PAIR: SignalPair = { venue: 'binance', market: 'spot', base: 'BTC', quote: 'USDT' };
export const never = new AbortController().signal;

class SetClock extends Clock {
  at = 0;
  now(): Date {
    return new Date(this.at * 1000);
  }
}

export interface SignalFields {
  id?: string;
  side?: 'long' | 'short';
  entry: string | number;
  stop: string | number;
  targets: readonly (string | number)[];
  trail?: string;
  /** Seconds. */
  publishedAt: number;
  closesAt: number;
  leverage?: number;
}

/** Scorers over a database and a venue of the test's own. */
export class ScoringStand {
  readonly venue = new CandleDouble();
  readonly clock = new SetClock();
  /** Ids of signals that listeners were told of. */
  readonly told: string[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly orm: MikroORM,
    private readonly listener: pg.Client,
  ) {}

  static async start(): Promise<ScoringStand> {
    const database = await createTestDatabase();
    const listener = new pg.Client({ connectionString: database.url });
    await listener.connect();
    const stand = new ScoringStand(database, await MikroORM.init(ormOptions(database.url)), listener);
    listener.on('notification', ({ payload }) => void stand.told.push((JSON.parse(payload!) as { data: { id: string } }).data.id));
    await listener.query('listen tidemark_live');
    return stand;
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  async stop(): Promise<void> {
    await this.listener.end();
    await this.orm.close(true);
    await this.database.drop();
  }

  em(): EntityManager {
    return this.orm.em.fork() as EntityManager;
  }

  /** A worker's scorer, with a memory of its own. */
  scorer(): PairScorerService {
    return new PairScorerService(
      this.orm,
      this.venue,
      this.clock,
      new CandleRefillService(this.venue, this.clock),
      new CandleStore(),
      this.work(),
    );
  }

  rescoring(): RescoringService {
    return new RescoringService(this.orm, this.venue, new CandleStore(), this.reader(), this.work());
  }

  reader(): SignalScoreRepository {
    return new SignalScoreRepository(this.em());
  }

  private events(): SignalEventsService {
    return new SignalEventsService(
      new SignalRepository(this.em()),
      new SignalAmendmentRepository(this.em()),
      this.reader(),
      new ChannelEvents(new ChannelEventRepository()),
      this.clock,
    );
  }

  private work(): BatchScorerService {
    return new BatchScorerService(
      new SignalAmendmentRepository(this.em()),
      new ScoreWriter(this.reader(), new LiveEvents(this.orm), this.events()),
      new SecondCandlesService(this.venue),
      new FundingRatesService(this.venue, this.clock),
    );
  }

  /** As it stands once it was published. */
  async publish({
    id = uuidv7(),
    side = 'long',
    entry,
    stop,
    targets,
    trail = 'none',
    publishedAt,
    closesAt,
    leverage = 1,
  }: SignalFields): Promise<string> {
    await this.em().execute(
      `insert into signals (id, asset, base, quote, trade_type, side, time_frame, risk_level, leverage, leverage_factor,
        recommended_position_size, duration, current_price, entry_price, stop_loss, trailing_stop_loss,
         take_profit_1, take_profit_2, take_profit_3, market_condition, signal_message, date, time, projected_date_of_closure,
           projected_closure_at, published_at, created_by)
       values (?, 'BTCUSDT', 'BTC', 'USDT', ?, ?, '1 Hour', 'Low', ?, ?, '1 %', 'a day', ?, ?, ?, ?, ?, ?, ?, 'Flat', 'As said',
         '2026-11-01', '00:00', '2026-12-01', to_timestamp(?), to_timestamp(?), ?)`,
      [
        id,
        side === 'long' ? 'Buy' : 'Sell',
        side,
        `${leverage}x`,
        leverage,
        String(entry),
        String(entry),
        String(stop),
        trail,
        ...targets.map(String),
        closesAt,
        publishedAt,
        randomUUID(),
      ],
    );
    return id;
  }

  async amend(signalId: string, kind: 'cancel' | 'move_stop' | 'close_now', at: number, price: string | null = null): Promise<void> {
    await this.em().execute(
      'insert into signal_amendments (id, signal_id, kind, stop, price, at, created_by) values (?, ?, ?, ?, ?, to_timestamp(?), ?)',
      [uuidv7(), signalId, kind, kind === 'move_stop' ? price : null, kind === 'close_now' ? price : null, at, randomUUID()],
    );
  }

  async scoreOf(id: string): Promise<SignalScore | undefined> {
    return (await this.reader().findBySignals([id])).get(id);
  }

  /** Which write of it a row is. */
  async versions(): Promise<Map<string, string>> {
    const rows = await this.em().execute<{ id: string; version: string }[]>(
      'select signal_id as id, xmin::text as version from signal_scores',
    );
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  /** Notifications that were sent before have come by now: they come in order. */
  async heard(): Promise<string[]> {
    await this.listener.query('select 1');
    return this.told;
  }

  /** Whole: nothing stands of what was there before. */
  async clear(): Promise<void> {
    await this.em().execute('truncate signal_scores, candle_days, candle_minutes, funding_rates, funding_spans');
    const em = this.em();
    // What is append-only to the product is the test's own here.
    for (const table of ['signal_amendments', 'signals']) await em.execute(`alter table ${table} disable trigger user`);
    for (const table of ['signal_amendments', 'signals']) await em.execute(`delete from ${table}`);
    for (const table of ['signal_amendments', 'signals']) await em.execute(`alter table ${table} enable trigger user`);
    this.told.length = 0;
  }
}
