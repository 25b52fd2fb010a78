import { toCents } from '../../../platform/domain/cents.rules.js';
import type { Holding } from './holdings.rules.js';
import { RunningCents } from './rounding.rules.js';
import type { AssetTotal, DisposalLine, FuturesTotal, RewardLine, TaxTotals, UnknownLine } from './tax-lines.types.js';
import type { FuturesEntry, PositionSide } from './tax-rows.types.js';

const futuresColumns = ['realised', 'fees', 'funding', 'other'] as const;
type FuturesSums = Record<(typeof futuresColumns)[number], bigint>;

/** Rounds the lines of a year to cents, and adds them up. Every total is the sum of its lines. */
export class YearTotals {
  private readonly columns = {
    proceeds: new RunningCents(),
    fees: new RunningCents(),
    cost: new RunningCents(),
    unknownProceeds: new RunningCents(),
    unknownFees: new RunningCents(),
    unknownCost: new RunningCents(),
    rewards: new RunningCents(),
  };
  private readonly assets = new Map<string, AssetTotal>();
  private readonly rewards = new Map<string, { asset: string; count: number; qty: bigint; value: bigint }>();
  private readonly contracts = new Map<string, { contract: string; side: PositionSide; sums: FuturesSums }>();
  private readonly count = { disposals: 0, unknown: 0, withoutProceeds: 0, rewards: 0, unvalued: 0, affected: 0 };
  private readonly results = { gains: 0n, losses: 0n, overOneYear: 0n };

  disposal(line: Omit<DisposalLine, 'proceeds' | 'fees' | 'cost' | 'gain'>, proceeds: bigint, fees: bigint, cost: bigint): DisposalLine {
    const cents = {
      proceeds: this.columns.proceeds.add(proceeds),
      fees: this.columns.fees.add(fees),
      cost: this.columns.cost.add(cost),
    };
    const gain = cents.proceeds - cents.fees - cents.cost;
    this.count.disposals++;
    if (line.isAffected) this.count.affected++;
    if (gain > 0n) this.results.gains += gain;
    else this.results.losses += gain;
    if (line.overOneYear === true) this.results.overOneYear += gain;
    const total = this.assets.get(line.asset) ?? { asset: line.asset, disposals: 0, proceeds: 0n, fees: 0n, cost: 0n, gain: 0n };
    this.assets.set(line.asset, total);
    total.disposals++;
    total.proceeds += cents.proceeds;
    total.fees += cents.fees;
    total.cost += cents.cost;
    total.gain += gain;
    return { ...line, ...cents, gain };
  }

  unknown(
    line: Omit<UnknownLine, 'proceeds' | 'fees' | 'cost'>,
    proceeds: bigint | null,
    fees: bigint | null,
    cost: bigint | null,
  ): UnknownLine {
    const { unknownProceeds, unknownFees, unknownCost } = this.columns;
    this.count.unknown++;
    if (proceeds === null) this.count.withoutProceeds++;
    if (line.isAffected) this.count.affected++;
    return { ...line, proceeds: addKnown(unknownProceeds, proceeds), fees: addKnown(unknownFees, fees), cost: addKnown(unknownCost, cost) };
  }

  reward(line: Omit<RewardLine, 'value'>, amount: bigint): RewardLine {
    const value = this.columns.rewards.add(amount);
    this.count.rewards++;
    const total = this.rewards.get(line.asset) ?? { asset: line.asset, count: 0, qty: 0n, value: 0n };
    this.rewards.set(line.asset, total);
    total.count++;
    total.qty += line.qty;
    total.value += value;
    return { ...line, value };
  }

  unvalued(): void {
    this.count.unvalued++;
  }

  futures(entry: Exclude<FuturesEntry, 'conversion'>, contract: string, side: PositionSide, value: bigint): void {
    const key = `${contract} ${side}`;
    const found = this.contracts.get(key) ?? { contract, side, sums: { realised: 0n, fees: 0n, funding: 0n, other: 0n } };
    this.contracts.set(key, found);
    if (entry === 'fee') found.sums.fees -= value;
    else found.sums[entry] += value;
  }

  finish(holdings: ReadonlyMap<string, Holding>): TaxTotals {
    const { proceeds, fees, cost, unknownProceeds, unknownFees, rewards } = this.columns;
    const byContract = this.finishContracts();
    const sum = (of: keyof FuturesSums | 'result') => byContract.reduce((total, line) => total + line[of], 0n);
    return {
      disposals: {
        disposals: this.count.disposals,
        proceeds: proceeds.total,
        fees: fees.total,
        cost: cost.total,
        gain: proceeds.total - fees.total - cost.total,
        ...this.results,
      },
      unknown: {
        disposals: this.count.unknown,
        proceeds: unknownProceeds.total,
        fees: unknownFees.total,
        withoutProceeds: this.count.withoutProceeds,
      },
      rewards: { count: this.count.rewards, value: rewards.total },
      futures: { realised: sum('realised'), fees: sum('fees'), funding: sum('funding'), other: sum('other'), result: sum('result') },
      unvalued: this.count.unvalued,
      affected: this.count.affected,
      byAsset: [...this.assets.values()].toSorted((a, b) => compare(a.asset, b.asset)),
      rewardsByAsset: [...this.rewards.values()].toSorted((a, b) => compare(a.asset, b.asset)),
      byContract,
      holdings: [...holdings]
        .map(([asset, holding]) => ({ asset, ...holding.open() }))
        .filter(({ qty }) => qty > 0n)
        .map((line) => ({ ...line, cost: line.unknownQty === line.qty ? null : toCents(line.cost) }))
        .toSorted((a, b) => compare(a.asset, b.asset)),
    };
  }

  /** Rounds the sums of the contracts, each column so that it adds up to its rounded total. */
  private finishContracts(): FuturesTotal[] {
    const columns = { realised: new RunningCents(), fees: new RunningCents(), funding: new RunningCents(), other: new RunningCents() };
    return [...this.contracts.values()]
      .toSorted((a, b) => compare(a.contract, b.contract) || compare(a.side, b.side))
      .map(({ contract, side, sums }) => {
        const cents = Object.fromEntries(futuresColumns.map((name) => [name, columns[name].add(sums[name])])) as FuturesSums;
        return { contract, side, ...cents, result: cents.realised - cents.fees + cents.funding + cents.other };
      });
  }
}

const addKnown = (column: RunningCents, amount: bigint | null) => (amount === null ? null : column.add(amount));
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
