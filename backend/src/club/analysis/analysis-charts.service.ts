import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { Clock, InvalidInput } from '../../platform/domain/index.js';
import { CandleStore, gatherCandles, symbolOfPair, type CandleRow, type MarketSymbol } from '../../trading/market/index.js';
import { MarketDataGateway, type Venue } from '../../trading/venues/index.js';
import { isProblem, parseChart, secondsOf, timeframes, type ChartBlock } from './chart-block.rules.js';

/** Candles of a chart, oldest first. */
export interface ChartCandles {
  venue: Venue;
  /** Seconds of a candle. */
  step: number;
  candles: CandleRow[];
  /** Every minute of its days is stored, or known to have had no trade. */
  complete: boolean;
}

/** Days that are read at once: a minute takes 40 bytes while it is read. */
const CHUNK = 31 * 86_400;
/** Charts that a process keeps; each has at most 1500 candles. */
const MAX_KEPT = 50;
const KEPT_MS = 300_000;

/** Reads what the charts of analyses show from stored candles. Requests none from an exchange. */
@Injectable()
export class AnalysisCharts {
  private readonly kept = new Map<string, { until: number; candles: Promise<ChartCandles> }>();

  constructor(
    private readonly em: EntityManager,
    private readonly store: CandleStore,
    private readonly gateway: MarketDataGateway,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** Throws InvalidInput for the first chart of a pair without candles, or of days that have not begun. */
  async check(charts: readonly ChartBlock[]): Promise<void> {
    for (const [index, chart] of charts.entries()) {
      const problem = await this.problemOf(chart);
      if (problem !== null) throw InvalidInput.field('body', `Chart ${index + 1}: ${problem}`, 'analysis.chart');
    }
  }

  /** Parses the text of one chart. Throws InvalidInput for `source`. */
  async parse(source: string): Promise<ChartBlock> {
    const chart = parseChart(source);
    if (isProblem(chart)) throw InvalidInput.field('source', `Line ${chart.line}: ${chart.message}`, 'analysis.chart');
    const problem = await this.problemOf(chart);
    if (problem !== null) throw InvalidInput.field('source', problem, 'analysis.chart');
    return chart;
  }

  /** Returns the candles of a chart; kept for five minutes, because many readers open the same one. */
  candlesOf(chart: ChartBlock): Promise<ChartCandles> {
    const now = this.clock.now().getTime();
    const known = this.kept.get(chart.id);
    if (known && known.until > now) return known.candles;
    const candles = this.read(chart);
    this.kept.delete(chart.id);
    this.kept.set(chart.id, { until: now + KEPT_MS, candles });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    candles.catch(() => this.kept.delete(chart.id));
    return candles;
  }

  private async problemOf(chart: ChartBlock): Promise<string | null> {
    if (secondsOf(chart).to - 86_400 > this.clock.now().getTime() / 1000) return 'the last day is in the future';
    if (await this.store.has(this.em, this.symbolOf(chart))) return null;
    return `no candles of ${chart.base}/${chart.quote} (${chart.market}) are stored. Charts show pairs that have had a signal or an alert`;
  }

  private async read(chart: ChartBlock): Promise<ChartCandles> {
    const symbol = this.symbolOf(chart);
    const step = timeframes[chart.timeframe];
    const { from, to } = secondsOf(chart);
    const candles: CandleRow[] = [];
    let complete = true;
    // Days are whole multiples of each timeframe, so that no candle is in two chunks.
    for (let begin = from; begin < to; begin += CHUNK) {
      const end = Math.min(to, begin + CHUNK);
      const stored = await this.store.load(this.em, symbol, begin, end);
      candles.push(...gatherCandles(stored.columns, step));
      complete &&= stored.throughFrom(begin) >= end;
    }
    return { venue: symbol.venue, step, candles, complete };
  }

  private symbolOf({ market, base, quote }: ChartBlock): MarketSymbol {
    return symbolOfPair(this.gateway, { venue: this.config.exchange.venues[0]!, market, base, quote });
  }
}
