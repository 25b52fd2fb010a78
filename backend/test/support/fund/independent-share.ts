import { ms } from './independent-fees.js';
import { Rational } from './rational.js';

// A second computation of the club's share, from docs/club-share.md alone and in another style: fractions instead of scaled integers, and
// one flat list of open entries that is sorted for each trade. It shares no code with the engine.

interface FillText {
  id: string;
  at: string;
  symbol: string;
  marketType: string;
  side: string;
  price: string;
  qty: string;
  fee?: string;
}
interface SignalText {
  id: string;
  symbol: string;
  marketType: string;
  side: string;
  publishedAt: string;
  entryUntil: string;
  modelEntry?: string;
  recommendedQty?: string;
}
interface DisputeText {
  entry: string;
  exit: string;
  state: string;
  resolvedAt?: string;
}
export interface ShareCaseText {
  config?: { shareRate?: string; entryBand?: string; followSize?: string; periods?: { name: string; from: string; to: string }[] };
  signals: SignalText[];
  members: { id: string; fills: FillText[]; disputes?: DisputeText[]; issued?: { period: string; amount: string }[] }[];
  manager?: { fills: FillText[] };
}

const { zero } = Rational;
const read = (text: string) => Rational.read(text);
const earlier = (a: readonly [number, string], b: readonly [number, string]) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1);
const opposite = (side: string) => (side === 'buy' ? 'short' : 'long');
const alike = (side: string) => (side === 'buy' ? 'long' : 'short');

interface Entry {
  signal: SignalText;
  rank: number;
  fill: FillText;
  taken: Rational;
  open: Rational;
}

/** Goes through the trades once and says what each of them is. */
function follow(signals: readonly SignalText[], fills: readonly FillText[], band: Rational) {
  const entries: Entry[] = [];
  const own: { trade: string; qty: string }[] = [];
  const lines: { entry: Entry; exit: FillText; qty: Rational; gross: Rational; fees: Rational; profit: Rational }[] = [];
  for (const fill of fills.toSorted((a, b) => earlier([ms(a.at), a.id], [ms(b.at), b.id]))) {
    const here = (signal: SignalText) => signal.symbol === fill.symbol && signal.marketType === fill.marketType;
    let rest = read(fill.qty);
    const closing = entries
      .filter(({ signal, open }) => here(signal) && signal.side === opposite(fill.side) && open.isPositive)
      .map((entry, place) => ({ entry, place }))
      .toSorted((a, b) => a.entry.rank - b.entry.rank || a.place - b.place);
    for (const { entry } of closing) {
      if (!rest.isPositive) break;
      const qty = entry.open.below(rest) ? entry.open : rest;
      entry.open = entry.open.minus(qty);
      rest = rest.minus(qty);
      const difference = read(fill.price).minus(read(entry.fill.price));
      const gross = (entry.signal.side === 'long' ? difference : difference.negated()).times(qty).r18;
      const part = (of: FillText) =>
        read(of.fee ?? '0')
          .times(qty)
          .over(read(of.qty)).r18;
      const fees = part(entry.fill).plus(part(fill));
      lines.push({ entry, exit: fill, qty, gross, fees, profit: gross.minus(fees) });
    }
    if (!rest.isPositive) continue;
    const rank = signals.findIndex((signal) => {
      if (signal.modelEntry === undefined || !here(signal) || signal.side !== alike(fill.side)) return false;
      if (fill.marketType === 'spot' && fill.side === 'sell') return false;
      if (ms(fill.at) < ms(signal.publishedAt) || ms(fill.at) > ms(signal.entryUntil)) return false;
      const off = read(fill.price).minus(read(signal.modelEntry));
      const room = band.times(read(signal.modelEntry));
      return !room.below(off) && !room.below(off.negated());
    });
    if (rank < 0) own.push({ trade: fill.id, qty: rest.text });
    else entries.push({ signal: signals[rank]!, rank, fill, taken: rest, open: rest });
  }
  return { entries, own, lines };
}

export function independentShare({ config = {}, signals: given, members, manager }: ShareCaseText) {
  const band = read(config.entryBand ?? '0.01');
  const size = read(config.followSize ?? '0.25');
  const signals = given.toSorted((a, b) => earlier([ms(a.publishedAt), a.id], [ms(b.publishedAt), b.id]));
  const slippages: Rational[][] = [];

  const answers = members.map(({ id, fills, disputes = [] }) => {
    const { entries, own, lines } = follow(signals, fills, band);
    const charged: { at: number; profit: Rational }[] = [];
    const shown = lines.map(({ entry, exit, qty, gross, fees, profit }) => {
      const dispute = disputes.find((one) => one.entry === entry.fill.id && one.exit === exit.id);
      const state = dispute?.state === 'open' ? 'frozen' : dispute?.state === 'dropped' ? 'dropped' : 'charged';
      if (state === 'charged') charged.push({ at: Math.max(ms(exit.at), dispute ? ms(dispute.resolvedAt!) : 0), profit });
      return {
        signal: entry.signal.id,
        entry: entry.fill.id,
        exit: exit.id,
        at: new Date(ms(exit.at)).toISOString(),
        qty: qty.text,
        entryPrice: read(entry.fill.price).text,
        exitPrice: read(exit.price).text,
        gross: gross.text,
        fees: fees.text,
        profit: profit.text,
        state,
      };
    });
    const mine: Rational[] = [];
    const ofSignals = signals.flatMap((signal) => {
      const ofSignal = entries.filter((entry) => entry.signal === signal);
      if (ofSignal.length === 0) return [];
      const taken = Rational.sum(ofSignal.map((entry) => entry.taken));
      const average = Rational.sum(ofSignal.map((entry) => entry.taken.times(read(entry.fill.price)))).over(taken);
      const worse = average.minus(read(signal.modelEntry!)).over(read(signal.modelEntry!));
      const slippage = (signal.side === 'long' ? worse : worse.negated()).r18;
      mine.push(slippage);
      return [
        {
          signal: signal.id,
          entryTrades: ofSignal.map(({ fill }) => fill.id),
          entryQty: taken.text,
          openQty: Rational.sum(ofSignal.map(({ open }) => open)).text,
          realisedProfit: Rational.sum(lines.filter((line) => line.entry.signal === signal).map(({ profit }) => profit)).text,
          slippage: slippage.text,
        },
      ];
    });
    slippages.push(mine);

    let [C, H, exactShares, shares] = [zero, zero, zero, zero];
    const periods = (config.periods ?? []).map(({ name, from, to }) => {
      const profit = Rational.sum(charged.filter(({ at }) => at >= ms(from) && at < ms(to)).map((line) => line.profit));
      C = C.plus(profit);
      const before = H;
      const chargeable = C.minus(H).atLeastZero();
      const exactShare = read(config.shareRate ?? '0.15').times(chargeable).r18;
      exactShares = exactShares.plus(exactShare);
      const share = exactShares.cents.minus(shares);
      shares = shares.plus(share);
      if (H.below(C)) H = C;
      return {
        name,
        profit: profit.text,
        cumulativeProfit: C.text,
        highWaterMarkBefore: before.text,
        chargeable: chargeable.text,
        exactShare: exactShare.text,
        share: share.money,
        highWaterMarkAfter: H.text,
        carryForward: H.minus(C).atLeastZero().text,
      };
    });
    return { id, lines: shown, signals: ofSignals, own, periods };
  });

  const counted = slippages.filter((one) => one.length > 0).length;
  const all = slippages.flat().toSorted((a, b) => a.compare(b));
  const at = (part: string): string | null => {
    if (counted < 10) return null;
    const place = read(part).times(Rational.of(all.length - 1));
    const index = Number(place.top / place.bottom);
    const between = place.minus(Rational.of(index));
    const low = all[index]!;
    return low.plus((all[index + 1] ?? low).minus(low).times(between)).r18.text;
  };

  const withModel = signals.filter(({ modelEntry }) => modelEntry !== undefined);
  const theirs = manager && follow(signals, manager.fills, band).entries;
  const followed = withModel.filter((signal) => {
    const taken = Rational.sum((theirs ?? []).filter((entry) => entry.signal === signal).map((entry) => entry.taken));
    return manager && !taken.below(size.times(read(signal.recommendedQty!)));
  });
  return {
    methodologyVersion: 'club-share-1',
    members: answers,
    followRate: manager
      ? {
          filled: withModel.length,
          followed: followed.map(({ id }) => id),
          rate: withModel.length === 0 ? null : Rational.of(followed.length).over(Rational.of(withModel.length)).r18.text,
        }
      : null,
    slippage: {
      members: counted < 10 ? null : counted,
      observations: counted < 10 ? null : all.length,
      median: at('0.5'),
      p10: at('0.1'),
      p90: at('0.9'),
    },
  };
}
