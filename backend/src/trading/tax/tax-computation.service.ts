import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { scaled } from '../../platform/domain/scaled.js';
import { AssetPricingService, StoredCloses, type AssetPrices, type CloseReading } from '../market/index.js';
import {
  pricedAssets,
  TaxYear,
  type DisposalLine,
  type RewardLine,
  type TaxRow,
  type TaxTotals,
  type UnknownLine,
  type UnvaluedLine,
} from './engine/index.js';
import { affectedFrom } from './history-gaps.rules.js';
import { mergedRows } from './merged-rows.reader.js';
import { unexplainedRows, type TaxAccountState } from './tax-account.repository.js';
import type { ReportRequest } from './tax-report.service.js';

export type TaxLine =
  | ({ list: 'disposal' } & DisposalLine)
  | ({ list: 'unknown' } & UnknownLine)
  | ({ list: 'reward' } & RewardLine)
  | ({ list: 'unvalued' } & UnvaluedLine);

/** A line of the lists that a member can page through. */
export type ListedLine = Extract<TaxLine, { list: 'disposal' | 'unknown' }>;

/** The totals, and the first lines of each list. */
export interface FirstLines {
  totals: TaxTotals;
  disposals: DisposalLine[];
  unknown: UnknownLine[];
  rewards: RewardLine[];
}

/** Rows of one page of each source, and of one batch. */
const BATCH = 2000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Streams an account's rows through the engine. Memory: one batch, its prices, and the open lots. */
@Injectable()
export class TaxComputationService {
  constructor(private readonly em: EntityManager) {}

  /** Passes each line to `take`, and returns the totals. */
  async totals(account: TaxAccountState | null, request: ReportRequest, take: (line: TaxLine) => void): Promise<TaxTotals> {
    const pass = this.lines(account, request);
    for (;;) {
      const step = await pass.next();
      if (step.done) return step.value;
      for (const line of step.value) take(line);
    }
  }

  /** Returns the totals and the first lines of each list, `limit` at most. */
  async firstLines(account: TaxAccountState | null, request: ReportRequest, limit: number): Promise<FirstLines> {
    const [disposals, unknown, rewards]: [DisposalLine[], UnknownLine[], RewardLine[]] = [[], [], []];
    const totals = await this.totals(account, request, (line) => {
      if (line.list === 'disposal' && disposals.length < limit) disposals.push(line);
      if (line.list === 'unknown' && unknown.length < limit) unknown.push(line);
      if (line.list === 'reward' && rewards.length < limit) rewards.push(line);
    });
    return { totals, disposals, unknown, rewards };
  }

  /** Yields the lines of a year, batch by batch in time order, and returns the totals. */
  async *lines(account: TaxAccountState | null, { year, method }: ReportRequest): AsyncGenerator<TaxLine[], TaxTotals> {
    let found: TaxLine[] = [];
    const prices = new BatchPrices();
    const engine = new TaxYear({
      year,
      method,
      priceOf: (asset, time) => prices.of(asset, time),
      affectedFrom: affectedFrom(account?.gaps ?? [], account?.opening ?? null),
      lines: {
        disposal: (line) => found.push({ list: 'disposal', ...line }),
        unknown: (line) => found.push({ list: 'unknown', ...line }),
        reward: (line) => found.push({ list: 'reward', ...line }),
        unvalued: (line) => found.push({ list: 'unvalued', ...line }),
      },
    });
    if (!account) return engine.finish();
    const em = this.em.fork();
    const { venue, journal, isHedged } = account;
    const reading: CloseReading = { em, venue, signal: new AbortController().signal, incompleteFrom: null, down: false };
    const pricing = new AssetPricingService(new StoredCloses());
    const scope = { em, account, journal, isHedged, until: new Date(Date.UTC(year + 1, 0, 1)), limit: BATCH };
    for await (const batch of mergedRows(scope, unexplainedRows(account))) {
      await prices.load(pricing, reading, batch);
      for (const row of batch) engine.apply(row);
      if (found.length > 0) yield found;
      found = [];
    }
    return engine.finish();
  }
}

/** Prices of one batch: the venue's close at the beginning of the hour, or of the UTC day where the hour has none. */
class BatchPrices {
  private prices: AssetPrices = new Map();

  async load(pricing: AssetPricingService, reading: CloseReading, rows: readonly TaxRow[]): Promise<void> {
    const wanted = new Map<string, Set<number>>();
    for (const row of rows) {
      for (const asset of pricedAssets(row)) {
        const instants = wanted.get(asset) ?? new Set<number>();
        wanted.set(asset, instants.add(floor(row.time, HOUR_MS)).add(floor(row.time, DAY_MS)));
      }
    }
    this.prices = wanted.size === 0 ? new Map() : await pricing.load(reading, wanted);
  }

  of(asset: string, time: number): bigint | null {
    const known = this.prices.get(asset);
    const price = known?.get(floor(time, HOUR_MS)) ?? known?.get(floor(time, DAY_MS));
    return price === undefined ? null : scaled(price);
  }
}

const floor = (time: number, step: number) => time - (time % step);
