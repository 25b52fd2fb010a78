import { Decimal } from '../../platform/domain/index.js';
import type { MovementKind } from '../venues/index.js';
import type { CoverageFacts, Gap, SymbolFact } from './coverage-facts.sql.js';
import type { FuturesLine } from './futures-lines.sql.js';
import type { AssetLine, Remark } from './reconciliation.types.js';
import { day, gapText, list, remark } from './remark.messages.js';

/** Binance takes fees in this coin and converts small balances into it. */
const SWEPT_INTO = 'BNB';

export const MOVEMENT_LISTS: Readonly<Record<MovementKind, string>> = {
  transfer: 'transfers between wallets',
  convert: 'conversions',
  dust: 'converted small balances',
  dividend: 'dividends',
};

export interface SpotEvidence {
  facts: CoverageFacts;
  /** Traded symbols whose pair is unknown. */
  unknownSymbols: readonly string[];
  /** Coins without a listed pair. */
  withoutMarket: ReadonlySet<string>;
  /** Quote assets of the venue. */
  quotes: ReadonlySet<string>;
  /** Number of listed pairs never searched for the account, by asset. */
  unsearched: ReadonlyMap<string, number>;
  /** The venue's window of transfers, as a sentence; null: no limit. */
  transferWindow: string | null;
}

type OffLine = AssetLine & { residual: string };

/** Returns the known reasons for a spot line's residual. `stranded`: coins without a market. */
export function spotReasons(
  line: OffLine,
  moving: boolean,
  stranded: readonly AssetLine[],
  futures: readonly FuturesLine[],
  evidence: SpotEvidence,
): Remark[] {
  const { asset } = line;
  const more = new Decimal(line.residual).isPositive();
  return [
    ...unreadLists(asset, more, evidence.facts),
    ...tradeReasons(asset, more, stranded, evidence),
    ...(moving ? [remark('moving', `${asset} moved around the time of the reading. The next sync will settle it`)] : []),
    ...walletReasons(line, more, futures, evidence),
  ];
}

/** Returns possible reasons for a residual and what to do about it. */
export function spotHints(line: AssetLine, unexplained: boolean, { facts, unsearched }: SpotEvidence): Remark[] {
  const pairs = unsearched.get(line.asset) ?? 0;
  const unread = (Object.keys(MOVEMENT_LISTS) as MovementKind[]).filter((kind) => facts.movements[kind] === null);
  const never = [...unread.map((kind) => MOVEMENT_LISTS[kind]), 'fiat purchases', 'margin', 'Earn products', 'sub-accounts'];
  return [
    ...(line.earn === '0'
      ? []
      : [remark('earn-inferred', 'Flexible Earn is counted by the LD coin that the exchange shows for it, one for one')]),
    ...(unexplained
      ? [
          remark(
            'lists-not-read',
            `Unexplained. Not read: ${never.join(', ')}. Next step: look for ${line.asset} there, or add a symbol that was traded and ` +
              'is missing',
          ),
        ]
      : []),
    ...(unexplained && pairs > 0
      ? [
          remark(
            'pairs-unsearched',
            `${pairs} pairs of ${line.asset} have not been searched for trades yet. The search goes on with each sync`,
          ),
        ]
      : []),
  ];
}

/** Returns lists with gaps, where missing rows could explain the residual's sign. */
function unreadLists(asset: string, more: boolean, facts: CoverageFacts): Remark[] {
  const sweeps = (asset === SWEPT_INTO) === more;
  const lists: [holds: boolean, code: Remark['code'], what: string, gaps: readonly Gap[] | null][] = [
    [more, 'deposits-incomplete', 'deposits', facts.deposits],
    [!more, 'withdrawals-incomplete', 'withdrawals', facts.withdrawals],
    [true, 'transfers-incomplete', MOVEMENT_LISTS.transfer, movementGaps(facts, 'transfer')],
    [true, 'conversions-incomplete', MOVEMENT_LISTS.convert, movementGaps(facts, 'convert')],
    [sweeps, 'dust-incomplete', MOVEMENT_LISTS.dust, movementGaps(facts, 'dust')],
    [more, 'dividends-incomplete', MOVEMENT_LISTS.dividend, movementGaps(facts, 'dividend')],
  ];
  return lists.filter(([holds, , , gaps]) => holds && isMissing(gaps)).map(([, code, what, gaps]) => remark(code, gapText(what, gaps)));
}

/** Returns the gaps of a list of wallet movements since the account's first row. A list that was never read explains nothing. */
export function movementGaps({ movements, deposits, firstRow }: CoverageFacts, kind: MovementKind): Gap[] {
  const gaps = movements[kind]?.gaps ?? [];
  // Nothing moves before the first deposit, once all deposits are known.
  return firstRow && deposits?.length === 0 ? gaps.filter(({ to }) => to > firstRow) : gaps;
}

function tradeReasons(
  asset: string,
  more: boolean,
  stranded: readonly AssetLine[],
  { facts, unknownSymbols, withoutMarket, quotes }: SpotEvidence,
): Remark[] {
  const touching = (symbols: readonly SymbolFact[]) =>
    symbols.filter(({ base, quote }) => base === asset || quote === asset).map(({ symbol }) => symbol);
  const reasons: Remark[] = [];
  const say = (code: Remark['code'], symbols: readonly string[], text: (names: string) => string) =>
    void (symbols.length > 0 && reasons.push(remark(code, text(list(symbols)))));
  say('symbol-gone', touching(facts.gone), (names) => `The exchange no longer lists ${names}. Some trades may be missing`);
  say('symbol-unfinished', touching(facts.unfinished), (names) => `Trades of ${names} are not fully read yet`);
  const unknown = unknownSymbols.filter((symbol) => symbol.startsWith(asset) || symbol.endsWith(asset));
  say('symbol-unknown', unknown, (names) => `Trades of ${names} are not counted, because its two coins are not known`);
  say(
    'market-gone',
    withoutMarket.has(asset) ? [asset] : [],
    () => `The exchange lists no market for ${asset} any more, so its trades cannot be read`,
  );
  // The other leg of such trades has the opposite sign.
  const others = stranded.filter((other) => other.asset !== asset && new Decimal(other.residual ?? 0).isPositive() !== more);
  say(
    'market-gone',
    quotes.has(asset) ? others.map((other) => other.asset) : [],
    (names) => `Trades of ${names} can no longer be read. ${asset} may be their other side`,
  );
  say('late-fills', touching(facts.late), (names) => `The latest trades of ${names} may not be listed yet`);
  return reasons;
}

/** Returns transfers between the account's wallets that the venue does not provide. */
function walletReasons(line: OffLine, more: boolean, futures: readonly FuturesLine[], { facts, transferWindow }: SpotEvidence): Remark[] {
  const { asset } = line;
  const missing = new Decimal(line.residual).abs().toFixed();
  const listed = facts.movements.transfer;
  const journalFrom = facts.journal?.from ?? null;
  const knownFrom = listed ? listed.from : journalFrom;
  const began = [facts.firstRow, facts.firstFuturesFill].filter((at) => at !== null).sort((a, b) => a.getTime() - b.getTime())[0];
  const isOlder = knownFrom !== null && began !== undefined && began < knownFrom;
  const held = facts.futures.get(asset);
  const wallet = futures.find((other) => other.asset === asset);
  const reasons: Remark[] = [];
  const outside = new Decimal(line.fundingWallet);
  if (!outside.isZero() && outside.isPositive() === more && (isOlder || !listed)) {
    const way = more ? 'came into the funding wallet' : 'left the funding wallet';
    reasons.push(
      remark('funding-wallet', `${outside.abs().toFixed()} ${asset} ${way}. ${transfersFrom(listed ? knownFrom : null, transferWindow)}`),
    );
  }
  if (isOlder && (held || wallet)) {
    const opening = wallet?.opening && wallet.opening !== '0' ? wallet.opening : null;
    const then =
      journalFrom && opening
        ? `held ${opening} ${asset} when its journal begins on ${day(journalFrom)}`
        : held
          ? `holds ${held.balance} ${asset}`
          : null;
    const matched =
      !more && then && new Decimal(opening ?? held?.balance ?? 0).isPositive()
        ? `The missing ${missing} ${asset} is matched by the futures wallet, which ${then}`
        : `A transfer ${more ? 'from' : 'to'} the futures wallet before that day can account for the difference`;
    reasons.push(remark('transfers-untold', `${transfersFrom(knownFrom, listed ? transferWindow : null)}. ${matched}`));
  }
  if (!listed && held && (facts.journal === null || facts.journal.until < held.changedAt))
    reasons.push(
      remark('journal-behind', 'The futures wallet changed after its journal was last read. The journal lists transfers to and from it'),
    );
  return reasons;
}

function transfersFrom(from: Date | null, window: string | null): string {
  const here = from ? `from ${day(from)} on` : null;
  if (window) return here ? `${window} (here ${here})` : window;
  return here ? `Transfers to and from the futures wallet are known ${here}` : 'Transfers between wallets were not read';
}

const isMissing = (gaps: readonly Gap[] | null) => gaps === null || gaps.length > 0;
