import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { plainDecimal as plain, toDecimal } from '../../platform/domain/scaled.js';
import { clubShareAnswer, clubShareSchema } from '../club-share/index.js';
import { FillFeesService, isDollar } from './fill-fees.service.js';
import { ENTRY_BAND, marketTypeOf, MemberFillsReader, symbolOf } from './member-fills.reader.js';
import { ShareDisputesRepository, type StoredDispute } from './share-disputes.repository.js';
import { calendarPeriods } from './share-calendar.rules.js';
import { ShareCycleRepository } from './share-cycle.repository.js';
import { ShareInvoiceRepository } from './share-invoice.repository.js';
import { ShareFillsRepository, type ShareAccount, type StoredFill } from './share-fills.repository.js';
import { ShareSignalsRepository, type EnteredSignal } from './share-signals.repository.js';

/** What of the profit above the high-water mark the club gets. */
export const SHARE_RATE = '0.15';

/** A member's trades with signals, as `club share --file` reads them (docs/club-share.md): amounts are decimals, times ISO 8601. */
export interface ShareCaseFile {
  config: { shareRate: string; entryBand: string; periods: { name: string; from: string; to: string }[] };
  signals: {
    id: string;
    symbol: string;
    marketType: 'spot' | 'perpetual';
    side: 'long' | 'short';
    publishedAt: string;
    entryUntil: string;
    modelEntry: string;
  }[];
  members: [{ id: string; fills: ShareFill[]; disputes: ShareDispute[]; issued: { period: string; amount: string }[] }];
}

interface ShareFill {
  id: string;
  at: string;
  symbol: string;
  marketType: 'spot' | 'perpetual';
  side: 'buy' | 'sell';
  price: string;
  qty: string;
  fee: string;
}

type ShareDispute = { entry: string; exit: string } & ({ state: 'open' } | { state: 'upheld' | 'dropped'; resolvedAt: string });

export type ShareAnswer = ReturnType<typeof clubShareAnswer>;
export type MemberShare = ShareAnswer['members'][number];

/** A case with what its ids stand for. */
export interface MemberCase {
  file: ShareCaseFile;
  accounts: readonly ShareAccount[];
  signals: ReadonlyMap<string, EnteredSignal>;
  fills: ReadonlyMap<string, StoredFill>;
  /** Trades whose fee is in a coin without a stored price: lines with them wait. */
  unvalued: ReadonlySet<string>;
  /** By `lineKey`. */
  disputes: ReadonlyMap<string, StoredDispute>;
}

/** Reads what the club's share of one member is computed from. */
@Injectable()
export class ShareCaseReader {
  constructor(
    private readonly accounts: ShareFillsRepository,
    private readonly signals: ShareSignalsRepository,
    private readonly fills: MemberFillsReader,
    private readonly fees: FillFeesService,
    private readonly disputes: ShareDisputesRepository,
    private readonly invoices: ShareInvoiceRepository,
    private readonly cycles: ShareCycleRepository,
    private readonly clock: Clock,
  ) {}

  async read(em: EntityManager, userId: string): Promise<MemberCase> {
    const accounts = await this.accounts.findAccounts(em, userId);
    // Amounts are dollars; what was traded for another currency cannot be added to them.
    const entered = accounts.length === 0 ? [] : (await this.signals.findEntered(em)).filter(({ quote }) => isDollar(quote));
    const trades = await this.fills.read(em, accounts, entered);
    const fees = await this.fees.value(em, trades.fills);
    const unvalued = new Set([...fees].filter(([, fee]) => fee === null).map(([id]) => id));
    const issued = await this.invoices.findIssued(em, userId);
    const now = this.clock.now();
    const first = [...trades.signals.map(({ publishedAt }) => publishedAt), ...issued.map(({ startsAt }) => startsAt), now];
    const periods = calendarPeriods(earliest(first), now, await this.cycles.findEnds(em));
    const file: ShareCaseFile = {
      config: {
        shareRate: SHARE_RATE,
        entryBand: toDecimal(ENTRY_BAND),
        periods: periods.map(({ name, from, to }) => ({ name, from: from.toISOString(), to: to.toISOString() })),
      },
      signals: trades.signals.map((signal) => ({
        id: signal.id,
        symbol: symbolOf(signal),
        marketType: marketTypeOf(signal),
        side: signal.side,
        publishedAt: signal.publishedAt.toISOString(),
        entryUntil: signal.entryUntil.toISOString(),
        modelEntry: plain(signal.modelEntry),
      })),
      members: [
        {
          id: userId,
          fills: [...trades.fills].map(([id, fill]) => fillOf(id, fill, fees.get(id) ?? 0n)),
          disputes: [],
          issued: issued.map(({ period, amount }) => ({ period, amount: plain(amount) })),
        },
      ],
    };
    const disputes = new Map((await this.disputes.findOf(em, userId)).map((dispute) => [lineKey(dispute), dispute]));
    file.members[0].disputes = disputesOf(file, disputes, unvalued);
    return { file, accounts, signals: new Map(trades.signals.map((one) => [one.id, one])), fills: trades.fills, unvalued, disputes };
  }
}

const earliest = (times: readonly Date[]): Date => new Date(Math.min(...times.map((time) => time.getTime())));

/** A line whose fees are not known is not charged: in the case it is disputed. A dispute of a line that is no more does not count. */
function disputesOf(file: ShareCaseFile, disputes: MemberCase['disputes'], unvalued: ReadonlySet<string>): ShareDispute[] {
  if (unvalued.size === 0 && disputes.size === 0) return [];
  return answerTo(file).lines.flatMap(({ entry, exit }): ShareDispute[] => {
    const dispute = disputes.get(lineKey({ entry, exit }));
    if (dispute?.state === 'dropped') return [{ entry, exit, state: 'dropped', resolvedAt: dispute.closedAt!.toISOString() }];
    if (dispute?.state === 'open' || unvalued.has(entry) || unvalued.has(exit)) return [{ entry, exit, state: 'open' }];
    return dispute ? [{ entry, exit, state: 'upheld', resolvedAt: dispute.closedAt!.toISOString() }] : [];
  });
}

export const lineKey = ({ entry, exit }: { entry: string; exit: string }): string => `${entry} ${exit}`;

/** Computes a case that this product has made. */
export const answerTo = (file: ShareCaseFile): MemberShare => clubShareAnswer(clubShareSchema.parse(file)).members[0]!;

const fillOf = (id: string, fill: StoredFill, fee: bigint): ShareFill => ({
  id,
  at: fill.at.toISOString(),
  symbol: symbolOf(fill),
  marketType: marketTypeOf(fill),
  side: fill.side,
  price: plain(fill.price),
  qty: plain(fill.qty),
  fee: toDecimal(fee),
});
