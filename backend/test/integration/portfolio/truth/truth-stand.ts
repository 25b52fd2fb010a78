import { Decimal } from '../../../../src/platform/domain/index.js';
import type { Performance } from '../../../../src/trading/portfolio/reader/performance.js';
import { PortfolioReader, type Overview, type Standing } from '../../../../src/trading/portfolio/reader/portfolio.reader.js';
import type { Lifetime } from '../../../../src/trading/portfolio/reader/lifetime.js';
import type { PositionView } from '../../../../src/trading/portfolio/reader/position.mapper.js';
import type { DayView } from '../../../../src/trading/portfolio/reader/stored-portfolio.types.js';
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
  /** The moment at which the exchange's data stand still. Its clock runs on, so a slow sync is stamped later. */
  private world = 0;

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
    this.world = linkedAt;
    // What a process remembers of prices would be of another day.
    let process = await this.worker.another();
    const { userId, accountId } = await process.member(sandboxKey(profile, 'read-only', n));
    try {
      for (const wait of [0, ...laterMs]) {
        if (wait > 0) {
          await this.sandbox.control('POST', 'clock', { advanceMs: wait });
          this.world += wait;
          await process.stop();
          process = await this.worker.another();
        }
        await process.sync(userId, accountId);
        const outcome = await process.compute(accountId);
        if (outcome !== 'done') throw new Error(`the computation is ${outcome}`);
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

  /** What is shown otherwise than the exchange has it, a sentence each. */
  async differences(shown: Shown): Promise<string[]> {
    const found = new Differences();
    const { days, performance, member } = shown;
    const complete = days.filter(({ flags }) => !flags.includes('incomplete'));
    const compared = [
      ...complete.filter(({ day, flags }) => isMonthEnd(day) && !flags.includes('partial')),
      ...spread(complete.slice(0, -1), COMPARED_DAYS),
    ];
    for (const { day, equity, flags } of compared) {
      if (flags.includes('unpriced') || flags.includes('unreconciled')) continue;
      const truth = await this.equityAt(member, Date.parse(day) + DAY_MS);
      found.near(`equity on ${day}`, equity, truth, truth);
    }
    await this.compareTotals(found, shown, performance);
    compareHeadlines(found, shown, complete);
    await this.comparePositions(found, shown);
    return found.list;
  }

  private async equityAt(member: string, at: number): Promise<Decimal> {
    const { wallets } = await this.truth(member, at);
    return wallets.reduce((sum, { balance }) => sum.plus(balance), new Decimal(0));
  }

  private truth(member: string, at: number): Promise<WholeTruth> {
    return this.sandbox.control('GET', `truth/${member}?at=${Math.min(at, this.world)}`);
  }

  private async compareTotals(
    found: Differences,
    { member }: Shown,
    { startedAt, endedAt, ...performance }: Shown['performance'],
  ): Promise<void> {
    const { lifetime } = performance;
    const end = (endedAt ?? performance.readAt)!.getTime();
    const now = await this.truth(member, end);
    const closing = await this.equityAt(member, end);
    const credited = now.deposits.filter(({ status }) => status === 1 || status === 6);
    const sent = now.withdrawals.filter(({ status }) => status !== 1 && status !== 3 && status !== 5);
    const inDollars = [...credited, ...sent].every(({ coin }) => coin === 'USDT');
    const inflowSince = (from: number) =>
      sumOf(
        credited.filter((row) => timeOf(row['insertTime']!) >= from),
        'amount',
      );
    const outflowSince = (from: number) => {
      const rows = sent.filter((row) => timeOf(row['applyTime']!) >= from);
      return sumOf(rows, 'amount').plus(sumOf(rows, 'transactionFee'));
    };
    if (inDollars) {
      found.cents('deposits of the whole life', lifetime.inflow.value, inflowSince(0));
      found.cents('withdrawals of the whole life', lifetime.outflow.value, outflowSince(0));
      // A coin that no pair prices any more: unknown, and not guessed.
      if (lifetime.result.value === null) found.same('reason', lifetime.result.reason?.id ?? null, 'portfolio.no-price-now');
      else found.near('result of the whole life', lifetime.result.value, closing.minus(inflowSince(0)).plus(outflowSince(0)), closing);
    }
    if (performance.days === 0 || startedAt === null) return;
    const start = startedAt.getTime();
    const opening = performance.equityStart === null ? new Decimal(0) : await this.equityAt(member, start);
    if (performance.equityStart !== null) found.near('opening equity', performance.equityStart, opening, opening);
    if (inDollars) {
      const from = performance.equityStart === null ? 0 : start;
      found.cents('deposits', performance.inflow.value, inflowSince(from));
      found.cents('withdrawals', performance.outflow.value, outflowSince(from));
      found.near('profit', performance.profit.value, closing.minus(opening).minus(inflowSince(from)).plus(outflowSince(from)), closing);
    }
    const income = await this.income(member, start, end);
    const ofKind = (kind: string) =>
      sumOf(
        income.filter(({ incomeType, asset }) => incomeType === kind && asset === 'USDT'),
        'income',
      );
    if (performance.funding.value === null) found.same('a reason for unknown funding', performance.funding.reason !== null, true);
    else found.cents('funding', performance.funding.value, ofKind('FUNDING_FEE'));
    if (now.spotTrades.length === 0 && income.every(({ asset }) => asset === 'USDT'))
      found.cents('fees', performance.fees.value, ofKind('COMMISSION').negated());
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
  private async comparePositions(found: Differences, { member, positions, overview }: Shown): Promise<void> {
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
    found.same('open positions', ours.join(', '), theirs.join(', '));
  }
}

/** No headline rests on a day of which not everything is known. */
function compareHeadlines(found: Differences, { performance, days }: Shown, complete: readonly DayView[]): void {
  const { from, to, twr, months, complete: completeness } = performance;
  found.same('first day', from, complete[0]?.day ?? null);
  found.same('first complete day', completeness.from, complete[0]?.day ?? null);
  if (days[0]!.flags.includes('incomplete')) found.same('a reason for incomplete days', completeness.reason !== null, true);
  if (complete.length === 0) return found.same('return', twr.value, null);
  const within = days.filter(({ day }) => day >= from! && day <= to!);
  found.same('days', performance.days, within.length);
  const marked = within.filter(({ flags }) => flags.includes('incomplete') || flags.includes('estimated'));
  if (twr.value !== null) found.same('days of the return that are marked', marked.map(({ day }) => day).join(), '');
  found.same('months before the first day', months.filter(({ month }) => month < from!.slice(0, 7)).length, 0);
}

/** What is shown otherwise than the exchange has it. */
class Differences {
  readonly list: string[] = [];

  same(what: string, shown: string | number | boolean | null, theirs: string | number | boolean | null): void {
    if (shown !== theirs) this.list.push(`${what}: shown ${shown}, and the exchange has ${theirs}`);
  }

  /** To a thousandth of the equity. */
  near(what: string, shown: string | null, theirs: Decimal, equity: Decimal): void {
    if (
      shown === null ||
      new Decimal(shown)
        .minus(theirs)
        .abs()
        .gt(Decimal.max(equity.times(TOLERANCE), '0.01'))
    )
      this.same(what, shown, theirs.toFixed());
  }

  cents(what: string, shown: string | null, theirs: Decimal): void {
    this.same(what, shown === null ? null : new Decimal(shown).toFixed(2), theirs.toFixed(2));
  }
}

const sumOf = (rows: readonly Row[], field: string): Decimal => rows.reduce((sum, row) => sum.plus(String(row[field])), new Decimal(0));

const timeOf = (value: string | number | boolean): number =>
  typeof value === 'number' ? value : Date.parse(`${String(value).replace(' ', 'T')}Z`);

const sideOf = (row: Row): string => (row['positionSide'] === 'BOTH' ? 'both' : String(row['positionSide']).toLowerCase());

const isMonthEnd = (day: string): boolean => new Date(Date.parse(day) + DAY_MS).getUTCDate() === 1;

function spread<T>(list: readonly T[], count: number): T[] {
  const stride = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, at) => at % stride === 0).slice(0, count);
}
