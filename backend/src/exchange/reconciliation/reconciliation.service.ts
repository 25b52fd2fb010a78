import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Decimal } from '../../common/domain/index.js';
import type { SpotSymbol, Venue } from '../port/index.js';
import { priceInUsdt } from '../sync/valuation.js';
import { readCoverageFacts, type CoverageFacts } from './coverage-facts.js';
import { readFuturesLines } from './futures-lines.js';
import { judge, notYetTold, type Evidence } from './judge.js';
import { namedSql } from './named-sql.js';
import { guessedSymbols, rememberPairs, splitUnknownSymbols } from './pairs.js';
import type { ReconciledAsset, Remark } from './reconciliation.js';
import { isOutOfDate, readInputs } from './reconciliation-inputs.js';
import { day, gapText, remark } from './remarks.js';
import { storeOutcome, type Summary } from './reconciliation-store.js';
import { readSpotLines, type SpotLine, type Subject } from './spot-lines.js';
import { MOVEMENT_LISTS, movementGaps } from './spot-reasons.js';
import { venueRules } from './venue-rules.js';

export interface ReconcileOptions {
  /** The venue's time of the balances that are stored: movements after it are not counted. Without it, as the latest run noted it. */
  readAt?: Date;
  /** What the venue lists today, where it is at hand: symbols are taken apart by it, and by what was listed before. */
  spotSymbols?: readonly SpotSymbol[];
  /** The venue's last prices, where they are at hand: coins of which nothing is left have no value of their own. */
  prices?: ReadonlyMap<string, string>;
}

/** A coin whose balance nothing explains. */
export interface UnexplainedAsset {
  asset: string;
  residual: string;
  /** Since when the residual is what it is: a search that did not change it need not be made again. */
  since: Date;
}

const MAX_UNEXPLAINED = 50;
/** Symbols that the notes of an account name. */
const NAMED_SYMBOLS = 20;

interface Previous {
  kind: string;
  asset: string;
  residual: string | null;
  residual_since: string | null;
}

/** Compares what an account holds with what is known to have moved it (rules section 3), asset by asset. */
@Injectable()
export class ReconciliationService {
  /** Lists of symbols that were remembered already; a venue's list is one object until it is asked for again. */
  private readonly remembered = new WeakSet<readonly SpotSymbol[]>();

  /**
   * Reconciles the balances stored with the rows stored, and stores the outcome in one transaction (a savepoint, where `em` is in one). It may
   * be called at any time and twice; a reading older than the last one changes nothing. Returns how many assets stand how; null: nothing done.
   */
  async reconcile(em: EntityManager, accountId: string, { spotSymbols, prices, ...wish }: ReconcileOptions = {}): Promise<Summary | null> {
    const [account] = await em.execute<{ venue: Venue }[]>('select venue from exchange_accounts where id = ?', [accountId]);
    const readAt = wish.readAt ?? (await lastHead(em, accountId));
    if (!account || !readAt) return null;
    const subject: Subject = { accountId, venue: account.venue, readAt };
    if (spotSymbols && !this.remembered.has(spotSymbols)) {
      await rememberPairs(em, account.venue, spotSymbols);
      this.remembered.add(spotSymbols);
    }
    return em.transactional(async (tx) => {
      // Whoever reconciles the same account waits here, and then finds a newer reading or writes the same again.
      await tx.execute(`select pg_advisory_xact_lock(hashtextextended('reconciliation ' || ?, 0))`, [accountId]);
      const [state] = await tx.execute<{ read_at: string }[]>('select read_at from reconciliation_states where account_id = ?', [
        accountId,
      ]);
      if (state && new Date(state.read_at) > readAt) return null;
      // Before any row is read: what comes in meanwhile makes this reconciliation out of date.
      const inputs = await readInputs(tx, accountId);
      const unknownSymbols = await splitUnknownSymbols(tx, account.venue, accountId);
      const facts = await readCoverageFacts(tx, subject);
      const spot = await readSpotLines(tx, subject, (kind) => facts.movements[kind] !== null);
      const journalRead = facts.journal !== null && facts.journal.until >= readAt;
      const futures = journalRead ? await readFuturesLines(tx, subject, facts.journal!.from) : [];
      const evidence: Evidence = {
        readAt,
        facts,
        unknownSymbols,
        ...(await marketsOf(tx, subject, spot)),
        untold: venueRules[account.venue].untold,
        transferWindow: venueRules[account.venue].transferWindow,
        priceOf: (asset) => (prices ? priceInUsdt(asset, prices) : asset === 'USDT' ? new Decimal(1) : null),
        previous: await previousOf(tx, accountId),
      };
      const assets = judge(spot, futures, evidence);
      if (!journalRead) assets.push(...(await newWallets(tx, subject)));
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

  /** Whether rows, coverage or balances have changed since the account was reconciled. */
  isDue(em: EntityManager, accountId: string): Promise<boolean> {
    return isOutOfDate(em, accountId);
  }

  /** Coins whose spot balance nothing on record explains at the last reconciliation, the dearest first. */
  async unexplainedAssets(em: EntityManager, accountId: string): Promise<UnexplainedAsset[]> {
    const rows = await em.execute<{ asset: string; residual: string; since: string }[]>(
      `select asset, residual, coalesce(residual_since, read_at) as since from reconciliations
       where account_id = ? and kind = 'spot' and status = 'open' order by residual_worth desc nulls last, asset limit ${MAX_UNEXPLAINED}`,
      [accountId],
    );
    return rows.map(({ asset, residual, since }) => ({ asset, residual, since: new Date(since) }));
  }
}

/** When the balances stored were read: the step of the latest run that read them. Null before the first. */
async function lastHead(em: EntityManager, accountId: string): Promise<Date | null> {
  const [head] = await em.execute<{ at: string }[]>(
    `select steps ->> 'account' as at from sync_runs where account_id = ? and steps ->> 'account' is not null order by id desc limit 1`,
    [accountId],
  );
  return head ? new Date(head.at) : null;
}

async function previousOf(em: EntityManager, accountId: string): Promise<Evidence['previous']> {
  const rows = await em.execute<Previous[]>('select kind, asset, residual, residual_since from reconciliations where account_id = ?', [
    accountId,
  ]);
  return new Map(
    rows.map((row) => [
      `${row.kind} ${row.asset}`,
      { residual: row.residual, residualSince: row.residual_since === null ? null : new Date(row.residual_since) },
    ]),
  );
}

/** What the venue's markets say of coins whose balance does not come out. */
async function marketsOf(
  em: EntityManager,
  { accountId, venue }: Subject,
  spot: readonly SpotLine[],
): Promise<Pick<Evidence, 'withoutMarket' | 'quotes' | 'unsearched'>> {
  const off = spot.filter(({ residual }) => residual !== null && residual !== '0').map(({ asset }) => asset);
  const rows =
    off.length === 0
      ? []
      : await em.execute<{ asset: string; pairs: number; unsearched: number; is_quote: boolean }[]>(
          ...namedSql(
            `select a.asset, count(p.symbol)::int as pairs, count(p.symbol) filter (where c.symbol is null)::int as unsearched, coalesce(bool_or(p.quote = a.asset), false) as is_quote
       from jsonb_array_elements_text(:assets::jsonb) as a(asset)
       left join venue_pairs p on p.venue = :venue and p.listed and (p.base = a.asset or p.quote = a.asset)
       left join sync_cursors c on c.account_id = :account and c.dataset = 'spot_trades' and c.symbol = p.symbol
       where exists (select 1 from venue_pairs where venue = :venue and listed)
       group by a.asset`,
            { assets: JSON.stringify(off), venue, account: accountId },
          ),
        );
  return {
    withoutMarket: new Set(rows.filter(({ pairs }) => pairs === 0).map(({ asset }) => asset)),
    quotes: new Set(rows.filter(({ is_quote }) => is_quote).map(({ asset }) => asset)),
    unsearched: new Map(rows.map(({ asset, unsearched }) => [asset, unsearched])),
  };
}

/** Futures wallets that were never reconciled. */
async function newWallets(em: EntityManager, { accountId, readAt }: Subject): Promise<ReconciledAsset[]> {
  const rows = await em.execute<{ asset: string; balance: string }[]>(
    `select asset, trim_scale(wallet_balance)::text as balance from futures_assets w where account_id = ? and wallet_balance <> 0
       and not exists (select 1 from reconciliations r where r.account_id = w.account_id and r.kind = 'futures' and r.asset = w.asset and r.opening is not null)`,
    [accountId],
  );
  return rows.map(({ asset, balance }) => notYetTold(asset, balance, readAt));
}

/** Whether the venue's list of symbols was ever at hand. */
async function isListed(em: EntityManager, venue: Venue): Promise<boolean> {
  return (await em.execute<unknown[]>('select 1 from venue_pairs where venue = ? and listed limit 1', [venue])).length > 0;
}

function splitNotes(guessed: readonly { symbol: string; base: string; quote: string }[], listed: boolean): Remark[] {
  if (!listed && guessed.length > 0)
    return [remark('symbol-split', 'The exchange’s list of symbols was not available. Symbols are split by the quote assets known')];
  return guessed
    .slice(0, NAMED_SYMBOLS)
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
  const guessed = await guessedSymbols(em, venue, accountId);
  const gone = facts.gone.map(({ symbol }) => symbol);
  return [
    ...(untold ? [remark('venue-window', untold)] : []),
    ...(facts.deposits?.length === 0 ? [] : [remark('deposits-incomplete', gapText('deposits', facts.deposits))]),
    ...(facts.withdrawals?.length === 0 ? [] : [remark('withdrawals-incomplete', gapText('withdrawals', facts.withdrawals))]),
    ...movementNotes(facts),
    ...(gone.length > 0 ? [remark('symbol-gone', `The exchange no longer lists ${gone.slice(0, NAMED_SYMBOLS).join(', ')}`)] : []),
    ...(facts.unfinished.length > 0
      ? [remark('symbol-unfinished', `Trades of ${facts.unfinished.length} symbols are not fully read yet`)]
      : []),
    ...(unknownSymbols.length > 0
      ? [
          remark(
            'symbol-unknown',
            `Trades of ${unknownSymbols.slice(0, NAMED_SYMBOLS).join(', ')} are not counted, because their coins are not known`,
          ),
        ]
      : []),
    ...splitNotes(guessed, await isListed(em, venue)),
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
