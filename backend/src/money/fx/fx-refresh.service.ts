import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { MikroORM } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { Clock } from '../../platform/domain/index.js';
import { IntervalTask } from '../../platform/queue/index.js';
import { SourceError } from '../sources/index.js';
import { findLatestRates, findNewestDay, insertRates } from './fx-rate.repository.js';
import { fxFailures, measureFxDay } from './fx.metrics.js';
import { dayOf, firstUsableDay } from './fx.types.js';
import { ImplausibleRates, judgeRates } from './plausible-rates.rules.js';
import { ReferenceRatesReader } from './reference-rates.reader.js';

/** The bank publishes once a working day, at about 16:00 in Frankfurt. */
const INTERVAL_MS = 3_600_000;

/** Stores the bank's reference rates. Each worker requests them once an hour until the rates of the current day are stored. */
@Injectable()
export class FxRefreshService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('ExchangeRates');
  private readonly task = new IntervalTask(this.log, 'the reference rates of currencies cannot be read', () => this.refresh());
  private readonly stopped = new AbortController();
  private readonly reader: ReferenceRatesReader | null;

  constructor(
    { fxUrl }: AppConfig,
    private readonly orm: MikroORM,
    private readonly clock: Clock,
  ) {
    this.reader = fxUrl === null ? null : new ReferenceRatesReader({ url: fxUrl, clock });
  }

  onApplicationBootstrap(): void {
    void this.tick();
  }

  @Interval('fx-rates', INTERVAL_MS)
  tick(): Promise<void> {
    return this.task.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.task.stop();
  }

  /** Reads and stores what is new. Rejects where the document cannot be read or believed; what is stored stays. */
  async refresh(): Promise<void> {
    if (this.reader === null) return;
    const em = this.orm.em.fork();
    const today = dayOf(this.clock.now());
    const newestDay = await findNewestDay(em);
    this.measure(newestDay);
    if (newestDay !== null && newestDay >= today) return;
    try {
      const document = await this.reader.read(this.stopped.signal);
      const { days, leftOut } = judgeRates(document, {
        today,
        newestDay,
        last: await findLatestRates(em, firstUsableDay(newestDay ?? today)),
      });
      await insertRates(em, days);
      this.measure(days.at(-1)?.day ?? newestDay);
      for (const { day, currency } of leftOut) {
        fxFailures.inc({ reason: 'left-out' });
        this.log.warn(`the rate of ${currency} of ${day} is left out: it changed by more than a fifth`);
      }
    } catch (error) {
      if (this.stopped.signal.aborted) return;
      fxFailures.inc({ reason: reasonOf(error) });
      throw error;
    }
  }

  private measure(day: string | null): void {
    measureFxDay(day, () => this.clock.now());
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ImplausibleRates) return 'implausible';
  return error instanceof SourceError ? 'source' : 'other';
}
