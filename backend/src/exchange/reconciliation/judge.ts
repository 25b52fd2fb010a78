import { Decimal } from '../../common/domain/index.js';
import type { CoverageFacts, Gap, SymbolFact } from './coverage-facts.js';
import type { FuturesLine } from './futures-lines.js';
import type { AssetLine, OtherMovements, ReconciledAsset, ReconciliationStatus, Remark } from './reconciliation.js';
import type { SpotLine } from './spot-lines.js';

/** Choices of ours: a residual worth less is dust, and so is one without a price that is no more than a unit of the eighth place. */
export const DUST_USDT = '0.01';
export const DUST_AMOUNT = '0.00000001';
const WORTH_PLACES = 8;
/** Binance takes fees in it, and turns small balances into it. */
const SWEPT_INTO = 'BNB';

export interface Evidence {
  readAt: Date;
  facts: CoverageFacts;
  otherMovements: OtherMovements;
  /** Symbols with trades that no pair is known of. */
  unknownSymbols: readonly string[];
  /** Coins that no listed pair names. */
  withoutMarket: ReadonlySet<string>;
  /** Assets in which others are quoted at the venue. */
  quotes: ReadonlySet<string>;
  /** Listed pairs of an asset that the account was never searched for. */
  unsearched: ReadonlyMap<string, number>;
  /** Why this venue's balances cannot be counted; null: they can. */
  untold: string | null;
  /** USDT for one of an asset, or null. */
  priceOf: (asset: string) => Decimal | null;
  /** What the last reconciliation left, by `kind asset`. */
  previous: ReadonlyMap<string, { residual: string | null; residualSince: Date | null }>;
}

/** What each line's residual means. Nothing here changes a figure. */
export function judge(spot: readonly SpotLine[], futures: readonly FuturesLine[], evidence: Evidence): ReconciledAsset[] {
  const stranded = spot.filter((line) => isOff(line, worthOf(line, evidence, line.price)) && evidence.withoutMarket.has(line.asset));
  return [
    ...spot.map(({ moving, price, ...line }) => {
      const worth = worthOf(line, evidence, price);
      if (line.residual === null)
        return finish(
          line,
          worth,
          evidence,
          [remark('venue-window', evidence.untold ?? 'The exchange does not tell enough')],
          [],
          'unavailable',
        );
      const off = isOff(line, worth);
      const reasons = off ? spotReasons({ ...line, residual: line.residual }, moving, stranded, futures, evidence) : [];
      return finish(
        line,
        worth,
        evidence,
        reasons,
        spotHints(line, off, evidence),
        off ? (reasons.length > 0 ? 'explained' : 'open') : 'balanced',
      );
    }),
    ...futures.map(({ moving, derived, ofFills, ...line }) => {
      const worth = worthOf(line, evidence, null);
      const off = isOff(line, worth);
      const reasons = [
        ...(derived
          ? [
              remark(
                'opening-derived',
                `What the wallet held before its journal begins is what the journal leaves over; changes are checked from ${day(evidence.readAt)} on`,
              ),
            ]
          : []),
        ...(off && moving ? [remark('moving', 'The wallet changed while it was read; the next reading will tell')] : []),
      ];
      const differs = ofFills.realizedPnl !== line.realizedPnl || ofFills.fees !== line.fees;
      const hints = differs
        ? [
            remark(
              'fills-differ',
              `Fills stored give ${ofFills.realizedPnl} realised and ${ofFills.fees} of commission, the journal ${line.realizedPnl} and ${line.fees}`,
            ),
          ]
        : [];
      return finish(line, worth, evidence, reasons, hints, off || derived ? (reasons.length > 0 ? 'explained' : 'open') : 'balanced');
    }),
  ];
}

/** A futures wallet whose journal is not read up to the reading, and never was before. */
export function notYetTold(asset: string, reported: string, readAt: Date): ReconciledAsset {
  return {
    kind: 'futures',
    asset,
    opening: null,
    buys: '0',
    sells: '0',
    fees: '0',
    deposits: '0',
    withdrawals: '0',
    transfers: '0',
    converts: null,
    earn: '0',
    realizedPnl: '0',
    funding: '0',
    other: '0',
    expected: null,
    reported,
    residual: null,
    fundingWallet: '0',
    income: {},
    openingAt: null,
    checkedSince: null,
    residualWorth: null,
    status: 'unavailable',
    reasons: [remark('journal-behind', 'The journal of the futures wallet is not read to its end yet')],
    hints: [],
    residualSince: null,
    readAt,
  };
}

export const remark = (code: Remark['code'], text: string): Remark => ({ code, text });
export const day = (date: Date) => date.toISOString().slice(0, 10);

/** The first gap of a list and how many there are, in words. */
export function gapText(what: string, gaps: readonly Gap[] | null): string {
  const [first] = gaps ?? [];
  if (!first) return `The list of ${what} was never read`;
  const more = gaps!.length > 1 ? ` and ${gaps!.length - 1} more` : '';
  return `${what[0]!.toUpperCase()}${what.slice(1)} from ${day(first.from)} to ${day(first.to)}${more} are not read yet`;
}

function spotReasons(
  line: AssetLine & { residual: string },
  moving: boolean,
  stranded: readonly SpotLine[],
  futures: readonly FuturesLine[],
  evidence: Evidence,
): Remark[] {
  const { asset } = line;
  const { facts, otherMovements, unknownSymbols, withoutMarket, quotes } = evidence;
  const residual = new Decimal(line.residual);
  const more = residual.isPositive();
  const touching = (symbols: readonly SymbolFact[]) =>
    symbols.filter(({ base, quote }) => base === asset || quote === asset).map(({ symbol }) => symbol);
  const reasons: Remark[] = [];
  const say = (holds: boolean, code: Remark['code'], text: () => string) => void (holds && reasons.push(remark(code, text())));
  // What is missing can only miss in one direction.
  say(more && missing(facts.deposits), 'deposits-incomplete', () => gapText('deposits', facts.deposits));
  say(!more && missing(facts.withdrawals), 'withdrawals-incomplete', () => gapText('withdrawals', facts.withdrawals));
  const gone = touching(facts.gone);
  say(gone.length > 0, 'symbol-gone', () => `The exchange does not answer for ${names(gone)} any more: trades of it may be missing`);
  const unfinished = touching(facts.unfinished);
  say(unfinished.length > 0, 'symbol-unfinished', () => `Trades of ${names(unfinished)} are not read to their end yet`);
  const unknown = unknownSymbols.filter((symbol) => symbol.startsWith(asset) || symbol.endsWith(asset));
  say(unknown.length > 0, 'symbol-unknown', () => `Nobody knows what ${names(unknown)} is made of: its trades are not counted`);
  say(withoutMarket.has(asset), 'market-gone', () => `The exchange lists no market of ${asset} any more: trades of it cannot be read`);
  // The other leg of such trades went the other way.
  const others = stranded
    .filter((other) => other.asset !== asset && new Decimal(other.residual ?? 0).isPositive() !== more)
    .map((other) => other.asset);
  say(
    quotes.has(asset) && others.length > 0,
    'market-gone',
    () => `Trades of ${names(others)} cannot be read any more: ${asset} may be their other side`,
  );
  const late = touching(facts.late);
  say(late.length > 0, 'late-fills', () => `The latest trades of ${names(late)} may not be listed yet`);
  say(moving, 'moving', () => `${asset} moved around the time of the reading, or is on its way`);
  const outside = new Decimal(line.fundingWallet);
  say(
    !outside.isZero() && outside.isPositive() === more,
    'funding-wallet',
    () => `${outside.abs().toFixed()} ${asset} ${more ? 'came into' : 'left from'} the funding wallet; moves between wallets are not told`,
  );
  const wallet = futures.find((other) => other.asset === asset);
  const changed = facts.futures.get(asset);
  const journalFrom = facts.journal?.from ?? null;
  const early = journalFrom !== null && facts.firstFuturesFill !== null && facts.firstFuturesFill < journalFrom && changed !== undefined;
  say(
    early || (wallet !== undefined && wallet.opening !== '0'),
    'transfers-untold',
    () => `Moves to and from the futures wallet before ${journalFrom ? day(journalFrom) : 'its journal begins'} are not told any more`,
  );
  say(
    changed !== undefined && (facts.journal === null || facts.journal.until < changed),
    'journal-behind',
    () => 'The journal of the futures wallet, which tells moves to and from it, is not read to its end yet',
  );
  say(named(otherMovements.converted, asset), 'converted', () => `${asset} was converted; the amounts are not read`);
  say(
    named(otherMovements.dust, asset) && (asset === SWEPT_INTO) === more,
    'dust-swept',
    () => `Small balances were turned into ${SWEPT_INTO}; the amounts are not read`,
  );
  say(
    more && named(otherMovements.dividends, asset),
    'dividends',
    () => `${asset} was handed out as a dividend or reward; the amounts are not read`,
  );
  return reasons;
}

function spotHints(line: AssetLine, off: boolean, { unsearched }: Evidence): Remark[] {
  const pairs = unsearched.get(line.asset) ?? 0;
  return [
    ...(line.earn === '0'
      ? []
      : [remark('earn-inferred', 'Flexible Earn is counted by the LD coin that the exchange shows for it, one for one')]),
    ...(off
      ? [
          remark(
            'lists-not-read',
            'Conversions, swept small balances, dividends, fiat, margin and sub-accounts are not in the lists that are read',
          ),
        ]
      : []),
    ...(off && pairs > 0 ? [remark('pairs-unsearched', `${pairs} pairs of ${line.asset} were never searched for trades`)] : []),
  ];
}

function finish(
  line: AssetLine,
  worth: Decimal | null,
  { readAt, previous }: Evidence,
  reasons: Remark[],
  hints: Remark[],
  status: ReconciliationStatus,
): ReconciledAsset {
  const before = previous.get(`${line.kind} ${line.asset}`);
  const same = before !== undefined && before.residual === line.residual;
  return {
    ...line,
    residualWorth: worth && worth.toDecimalPlaces(WORTH_PLACES).toFixed(),
    status,
    reasons,
    hints,
    residualSince: line.residual === null || line.residual === '0' ? null : same ? (before.residualSince ?? readAt) : readAt,
    readAt,
  };
}

function worthOf(line: AssetLine, { priceOf }: Evidence, ofBalance: string | null): Decimal | null {
  if (line.residual === null) return null;
  const residual = new Decimal(line.residual).abs();
  if (residual.isZero()) return residual;
  const price = priceOf(line.asset) ?? (ofBalance === null ? null : new Decimal(ofBalance));
  return price && residual.times(price);
}

function isOff({ residual }: AssetLine, worth: Decimal | null): boolean {
  if (residual === null) return false;
  return worth ? worth.greaterThanOrEqualTo(DUST_USDT) : new Decimal(residual).abs().greaterThan(DUST_AMOUNT);
}

const missing = (gaps: readonly Gap[] | null) => gaps === null || gaps.length > 0;
const named = (coins: readonly string[] | undefined, asset: string) => coins?.includes(asset) ?? false;
const names = (list: readonly string[]) =>
  list.length <= 3 ? list.join(', ') : `${list.slice(0, 3).join(', ')} and ${list.length - 3} more`;
