import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Decimal } from '../../platform/domain/index.js';
import { type SpotSymbol, priceInUsdt, venueRules } from '../venues/index.js';
import { readCoverageFacts, type CoverageFacts } from './coverage-facts.sql.js';
import { readFuturesLines } from './futures-lines.sql.js';
import { judge, unreadWallet, type Evidence } from './judge.rules.js';
import { isOutOfDate, readInputs } from './reconciliation-inputs.sql.js';
import { storeOutcome, type Summary } from './reconciliation-outcome.sql.js';
import {
  findBalancesReadAt,
  findNewFuturesWallets,
  findReadAt,
  findResiduals,
  findUnexplained,
  findVenue,
  lockAccount,
} from './reconciliation.repository.js';
import type { Remark, Subject } from './reconciliation.types.js';
import { day, gapText, remark } from './remark.messages.js';
import { readSpotLines, type SpotLine } from './spot-lines.sql.js';
import { MOVEMENT_LISTS, movementGaps } from './spot-reasons.rules.js';
import {
  countPairsOf,
  findSplitSymbols,
  hasListedPairs,
  rememberPairs,
  splitUnknownSymbols,
  type VenueSymbol,
} from './venue-pair.repository.js';

export interface ReconcileOptions {
  /** The venue's time of the stored balances; later movements are not counted. By default that of the latest run. */
  readAt?: Date;
  /** The venue's current list, if loaded. Symbols are split by it and by stored pairs. */
  spotSymbols?: readonly SpotSymbol[];
  /** The venue's last prices, if loaded: coins without a balance have no stored value. */
  prices?: ReadonlyMap<string, string>;
}

/** A coin with an unexplained balance. */
export interface UnexplainedAsset {
  asset: string;
  residual: string;
  /** Time of the residual's last change: a search that did not change it is not repeated. */
  since: Date;
}

const MAX_UNEXPLAINED = 50;
/** Maximum symbols named in an account's notes. */
const MAX_NAMED_SYMBOLS = 20;

/** Compares an account's balances with its stored movements (rules section 3), asset by asset. */
@Injectable()
export class ReconciliationService {
  /** Lists that are stored already: a venue's list is one object until it is loaded again. */
  private readonly remembered = new WeakSet<readonly SpotSymbol[]>();

  /**
   * Reconciles stored balances with stored rows, and stores the outcome in one transaction (a savepoint if `em` is in one). Idempotent; a
   * reading older than the last one changes nothing. Returns the number of assets by status; null: nothing done.
   */
  async reconcile(
    em: EntityManager,
    accountId: string,
    { spotSymbols, prices, ...options }: ReconcileOptions = {},
  ): Promise<Summary | null> {
    const venue = await findVenue(em, accountId);
    const readAt = options.readAt ?? (await findBalancesReadAt(em, accountId));
    if (!venue || !readAt) return null;
    const subject: Subject = { accountId, venue, readAt };
    if (spotSymbols && !this.remembered.has(spotSymbols)) {
      await rememberPairs(em, venue, spotSymbols);
      this.remembered.add(spotSymbols);
    }
    return em.transactional(async (tx) => {
      await lockAccount(tx, accountId);
      const before = await findReadAt(tx, accountId);
      if (before && before > readAt) return null;
      // Before any other row is read, so that rows stored meanwhile make this reconciliation out of date.
      const inputs = await readInputs(tx, accountId);
      const unknownSymbols = await splitUnknownSymbols(tx, venue, accountId);
      const facts = await readCoverageFacts(tx, subject);
      const spot = await readSpotLines(tx, subject, (kind) => facts.movements[kind] !== null);
      const journalRead = facts.journal !== null && facts.journal.until >= readAt;
      const futures = journalRead ? await readFuturesLines(tx, subject, facts.journal!.from) : [];
      const evidence: Evidence = {
        readAt,
        facts,
        unknownSymbols,
        ...(await marketsOf(tx, subject, spot)),
        untold: venueRules[venue].untold,
        transferWindow: venueRules[venue].transferWindow,
        priceOf: (asset) => (prices ? priceInUsdt(asset, prices) : asset === 'USDT' ? new Decimal(1) : null),
        previous: await findResiduals(tx, accountId),
      };
      const assets = judge(spot, futures, evidence);
      if (!journalRead) {
        const wallets = await findNewFuturesWallets(tx, accountId);
        assets.push(...wallets.map(({ asset, balance }) => unreadWallet(asset, balance, readAt)));
      }
      return storeOutcome(tx, {
        accountId,
        readAt,
        assets,
        futuresKept: !journalRead,
        notes: await notesOf(tx, subject, facts, unknownSymbols),
        inputs,
      });
    });
  }

  /** Returns whether rows, coverage or balances have changed since the last reconciliation. */
  isDue(em: EntityManager, accountId: string): Promise<boolean> {
    return isOutOfDate(em, accountId);
  }

  /** Returns the spot coins that the last reconciliation left unexplained, highest value first. */
  unexplainedAssets(em: EntityManager, accountId: string): Promise<UnexplainedAsset[]> {
    return findUnexplained(em, accountId, MAX_UNEXPLAINED);
  }
}

/** Returns what is known of the markets of coins with a residual. */
async function marketsOf(
  em: EntityManager,
  { accountId, venue }: Subject,
  spot: readonly SpotLine[],
): Promise<Pick<Evidence, 'withoutMarket' | 'quotes' | 'unsearched'>> {
  const off = spot.filter(({ residual }) => residual !== null && residual !== '0').map(({ asset }) => asset);
  const rows = off.length === 0 ? [] : await countPairsOf(em, venue, accountId, off);
  return {
    withoutMarket: new Set(rows.filter(({ pairs }) => pairs === 0).map(({ asset }) => asset)),
    quotes: new Set(rows.filter(({ is_quote }) => is_quote).map(({ asset }) => asset)),
    unsearched: new Map(rows.map(({ asset, unsearched }) => [asset, unsearched])),
  };
}

function splitNotes(guessed: readonly VenueSymbol[], listed: boolean): Remark[] {
  if (!listed && guessed.length > 0)
    return [remark('symbol-split', 'The exchange’s list of symbols was not available. Symbols are split by the quote assets known')];
  return guessed
    .slice(0, MAX_NAMED_SYMBOLS)
    .map(({ symbol, base, quote }) =>
      remark('symbol-split', `${symbol} is no longer listed. Its trades are counted as ${base} against ${quote}`),
    );
}

const MOVEMENT_NOTES = [
  ['transfer', 'transfers-incomplete'],
  ['convert', 'conversions-incomplete'],
  ['dust', 'dust-incomplete'],
  ['dividend', 'dividends-incomplete'],
] as const;

function movementNotes(facts: CoverageFacts): Remark[] {
  return MOVEMENT_NOTES.flatMap(([kind, code]) => {
    const gaps = movementGaps(facts, kind);
    return gaps.length > 0 ? [remark(code, gapText(MOVEMENT_LISTS[kind], gaps))] : [];
  });
}

async function notesOf(
  em: EntityManager,
  { accountId, venue }: Subject,
  facts: CoverageFacts,
  unknownSymbols: readonly string[],
): Promise<Remark[]> {
  const { untold } = venueRules[venue];
  const guessed = await findSplitSymbols(em, venue, accountId);
  const gone = facts.gone.map(({ symbol }) => symbol);
  return [
    ...(untold ? [remark('venue-window', untold)] : []),
    ...(facts.deposits?.length === 0 ? [] : [remark('deposits-incomplete', gapText('deposits', facts.deposits))]),
    ...(facts.withdrawals?.length === 0 ? [] : [remark('withdrawals-incomplete', gapText('withdrawals', facts.withdrawals))]),
    ...movementNotes(facts),
    ...(gone.length > 0 ? [remark('symbol-gone', `The exchange no longer lists ${gone.slice(0, MAX_NAMED_SYMBOLS).join(', ')}`)] : []),
    ...(facts.unfinished.length > 0
      ? [remark('symbol-unfinished', `Trades of ${facts.unfinished.length} symbols are not fully read yet`)]
      : []),
    ...(unknownSymbols.length > 0
      ? [
          remark(
            'symbol-unknown',
            `Trades of ${unknownSymbols.slice(0, MAX_NAMED_SYMBOLS).join(', ')} are not counted, because their coins are not known`,
          ),
        ]
      : []),
    ...splitNotes(guessed, await hasListedPairs(em, venue)),
    ...(facts.journal?.from
      ? [
          remark(
            'futures-horizon',
            `The futures journal is available from ${day(facts.journal.from)} on. Earlier entries are outside the exchange’s window`,
          ),
        ]
      : []),
  ];
}
