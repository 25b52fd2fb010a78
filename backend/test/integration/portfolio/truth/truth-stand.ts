import { expect } from '@jest/globals';
import { Decimal } from '../../../../src/common/domain/index.js';
import type { Performance } from '../../../../src/portfolio/reader/performance.js';
import { PortfolioReader, type Overview, type Standing } from '../../../../src/portfolio/reader/portfolio-reader.js';
import type { Lifetime } from '../../../../src/portfolio/reader/lifetime.js';
import type { PositionView } from '../../../../src/portfolio/reader/positions.js';
import type { DayView } from '../../../../src/portfolio/reader/stored-rows.js';
import { OwnSandbox, sandboxKey, type Truth } from '../../exchange/own-sandbox.js';
import { PortfolioWorker } from '../portfolio-worker.js';

const DAY_MS = 86_400_000;
const JOURNAL_MS = 89 * DAY_MS;
const ALL = 10_000_000;
/** Of equity; what the figures that are shown without a mark may differ by. */
const TOLERANCE = new Decimal('0.001');
/** Fewer calls for the truth of a member than this. */
const COMPARED_DAYS = 14;

type Row = Record<string, string | number | boolean>;
type WholeTruth = Truth & { income: Row[] };

/** What a member's pages say. */
export interface Shown {
  member: string;
  accountId: string;
  overview: Overview;
  performance: Standing & Performance & { lifetime: Lifetime };
  days: DayView[];
  positions: PositionView[];
}

/** Random members of the sandbox exchange, read and computed by the product, beside what the exchange itself knows of them. */
export class TruthStand {
  private constructor(
    private readonly sandbox: OwnSandbox,
    private readonly worker: PortfolioWorker,
  ) {}

  static async start(): Promise<TruthStand> {
    const sandbox = await OwnSandbox.start();
    await sandbox.control('POST', 'limits', { api: ALL, fapi: ALL, 'sapi-ip': ALL, 'sapi-uid': ALL, 'sapi-uid-second': ALL });
    return new TruthStand(sandbox, await PortfolioWorker.start(sandbox.url));
  }

  async stop(): Promise<void> {
    await this.worker.stop();
    await this.sandbox.stop();
  }

  /** Links a member's account at a moment of the exchange's clock, and syncs it again `laterMs` after that. */
  async shown(profile: string, n: number, linkedAt: number, laterMs: readonly number[] = []): Promise<Shown> {
    await this.sandbox.control('POST', 'clock', { freeze: linkedAt });
    // What a process remembers of prices would be of another day.
    let process = await this.worker.another();
    const { userId, accountId } = await process.member(sandboxKey(profile, 'read-only', n));
    try {
      for (const wait of [0, ...laterMs]) {
        if (wait > 0) {
          await this.sandbox.control('POST', 'clock', { advanceMs: wait });
          await process.stop();
          process = await this.worker.another();
        }
        await process.sync(userId, accountId);
        expect(await process.compute(accountId)).toBe('done');
      }
      const reader = new PortfolioReader(process.em());
      const days = await reader.days(userId, { from: '2017-01-01' });
      const [overview, performance, positions] = [
        await reader.overview(userId),
        await reader.performance(userId, {}),
        await reader.positions(userId),
      ];
      return { member: `${profile}-${n}`, accountId, overview, performance, days, positions };
    } finally {
      await process.stop();
    }
  }

  /** Throws with what differs. Returns how many days were compared. */
  async compare(shown: Shown): Promise<number> {
    const { days, performance, member } = shown;
    const complete = days.filter(({ flags }) => !flags.includes('incomplete'));
    const compared = [
      ...complete.filter(({ day, flags }) => isMonthEnd(day) && !flags.includes('partial')),
      ...spread(complete.slice(0, -1), COMPARED_DAYS),
    ];
    for (const { day, equity, flags } of compared) {
      if (flags.includes('unpriced') || flags.includes('unreconciled')) continue;
      const truth = await this.equityAt(member, Date.parse(day) + DAY_MS);
      if (!isNear(equity, truth, truth)) throw new Error(`${member} on ${day}: equity ${equity}, and the exchange has ${truth.toFixed()}`);
    }
    await this.compareTotals(shown, performance);
    compareHeadlines(shown, complete);
    await this.comparePositions(shown);
    return compared.length;
  }

  private async equityAt(member: string, at: number): Promise<Decimal> {
    const { wallets } = await this.truth(member, at);
    return wallets.reduce((sum, { balance }) => sum.plus(balance), new Decimal(0));
  }

  private truth(member: string, at: number): Promise<WholeTruth> {
    return this.sandbox.control('GET', `truth/${member}?at=${at}`);
  }

  private async compareTotals({ member }: Shown, { startedAt, endedAt, ...performance }: Shown['performance']): Promise<void> {
    const { lifetime } = performance;
    const end = (endedAt ?? performance.readAt)!.getTime();
    const now = await this.truth(member, end);
    const closing = await this.equityAt(member, end);
    const credited = now.deposits.filter(({ status }) => status === 1 || status === 6);
    const sent = now.withdrawals.filter(({ status }) => status !== 1 && status !== 3 && status !== 5);
    const inDollars = [...credited, ...sent].every(({ coin }) => coin === 'USDT');
    const moved = (rows: readonly Row[], time: string, from: number, fee = false) =>
      rows.reduce(
        (sum, row) => (timeOf(row[time]!) >= from ? sum.plus(String(row['amount'])).plus(fee ? String(row['transactionFee']) : 0) : sum),
        new Decimal(0),
      );
    if (inDollars) {
      const [inflow, outflow] = [moved(credited, 'insertTime', 0), moved(sent, 'applyTime', 0, true)];
      expect([member, lifetime.inflow.value, lifetime.outflow.value].map(toCents)).toEqual([member, inflow, outflow].map(toCents));
      const result = closing.minus(inflow).plus(outflow);
      // A coin that no pair prices any more: unknown, and not guessed.
      if (lifetime.result.value === null)
        expect([member, lifetime.result.reason]).toEqual([member, 'Something held now has no known price.']);
      else if (!isNear(lifetime.result.value, result, closing))
        throw new Error(`${member}: result ${lifetime.result.value}, and the exchange has ${result.toFixed()}`);
    }
    if (performance.days === 0 || startedAt === null) return;
    const start = startedAt.getTime();
    const opening = performance.equityStart === null ? new Decimal(0) : await this.equityAt(member, start);
    if (performance.equityStart !== null && !isNear(performance.equityStart, opening, opening))
      throw new Error(`${member}: begins with ${performance.equityStart}, and the exchange has ${opening.toFixed()}`);
    if (inDollars) {
      const from = performance.equityStart === null ? 0 : start;
      const [inflow, outflow] = [moved(credited, 'insertTime', from), moved(sent, 'applyTime', from, true)];
      expect([member, performance.inflow.value, performance.outflow.value].map(toCents)).toEqual([member, inflow, outflow].map(toCents));
      const profit = closing.minus(opening).minus(inflow).plus(outflow);
      if (!isNear(performance.profit.value, profit, closing))
        throw new Error(`${member}: profit ${performance.profit.value}, and the exchange has ${profit.toFixed()}`);
    }
    const income = await this.income(member, start, end);
    const sumOf = (type: string) =>
      income.reduce(
        (sum, row) => (row['incomeType'] === type && row['asset'] === 'USDT' ? sum.plus(String(row['income'])) : sum),
        new Decimal(0),
      );
    if (performance.funding.value !== null)
      expect([member, 'funding', toCents(performance.funding.value)]).toEqual([member, 'funding', toCents(sumOf('FUNDING_FEE'))]);
    else expect([member, performance.funding.reason === null]).toEqual([member, false]);
    if (now.spotTrades.length === 0 && income.every(({ asset }) => asset === 'USDT'))
      expect([member, 'fees', toCents(performance.fees.value)]).toEqual([member, 'fees', toCents(sumOf('COMMISSION').negated())]);
  }

  /** The journal of a span; the exchange forgets it after three months, so that a longer one is asked for at two moments. */
  private async income(member: string, from: number, to: number): Promise<Row[]> {
    const middle = Math.min(to, from + JOURNAL_MS);
    const [early, late] = [await this.truth(member, middle), await this.truth(member, to)];
    return [
      ...early.income.filter(({ time }) => Number(time) >= from && Number(time) <= middle),
      ...late.income.filter(({ time }) => Number(time) > middle && Number(time) <= to),
    ];
  }

  /** Open positions by side, as the exchange has them: never one less the other. */
  private async comparePositions({ member, positions, overview }: Shown): Promise<void> {
    const { positions: open } = await this.truth(member, overview.readAt!.getTime());
    const theirs = open.map((row) => [row['symbol'], sideOf(row), new Decimal(String(row['positionAmt'])).toFixed()].join(' ')).sort();
    const ours = positions
      .filter(({ market }) => market === 'futures')
      .flatMap(({ asset, openQty, legs }): (readonly [string, string, string])[] =>
        legs.length > 0 ? legs.map(({ side, openQty: qty }) => [asset, side, qty] as const) : [[asset, 'both', openQty!] as const],
      )
      .filter(([, , qty]) => Number(qty) !== 0)
      .map(([asset, side, qty]) => [asset, side, new Decimal(qty).toFixed()].join(' '))
      .sort();
    expect([member, ours]).toEqual([member, theirs]);
  }
}

/** No headline rests on a day of which not everything is known. */
function compareHeadlines({ member, performance, days }: Shown, complete: readonly DayView[]): void {
  const { from, to, twr, months, complete: completeness } = performance;
  expect([member, from]).toEqual([member, complete[0]?.day ?? null]);
  if (complete.length === 0) {
    expect([member, completeness.reason === null, twr.value]).toEqual([member, false, null]);
    return;
  }
  expect([member, completeness.from]).toEqual([member, complete[0]!.day]);
  if (days[0]!.flags.includes('incomplete')) expect([member, completeness.reason ?? '']).toEqual([member, expect.stringMatching(/.{20}/)]);
  const within = days.filter(({ day }) => day >= from! && day <= to!);
  expect([member, within.length]).toEqual([member, performance.days]);
  const marked = within.filter(({ flags }) => flags.includes('incomplete') || flags.includes('estimated'));
  if (twr.value !== null) expect([member, marked.map(({ day }) => day)]).toEqual([member, []]);
  for (const { month } of months) expect(month >= from!.slice(0, 7)).toBe(true);
}

const toCents = (value: Decimal | string | null): string | null =>
  value === null ? null : typeof value === 'string' && Number.isNaN(Number(value)) ? value : new Decimal(value).toFixed(2);

const timeOf = (value: string | number | boolean): number =>
  typeof value === 'number' ? value : Date.parse(`${String(value).replace(' ', 'T')}Z`);

const sideOf = (row: Row): string => (row['positionSide'] === 'BOTH' ? 'both' : String(row['positionSide']).toLowerCase());

function isNear(shown: string | null, truth: Decimal, equity: Decimal): boolean {
  return (
    shown !== null &&
    new Decimal(shown)
      .minus(truth)
      .abs()
      .lte(Decimal.max(equity.times(TOLERANCE), '0.01'))
  );
}

const isMonthEnd = (day: string): boolean => new Date(Date.parse(day) + DAY_MS).getUTCDate() === 1;

function spread<T>(list: readonly T[], count: number): T[] {
  const stride = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, at) => at % stride === 0).slice(0, count);
}
