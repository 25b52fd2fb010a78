import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { useSnapshot } from '../../platform/persistence/snapshot.query.js';
import { answerTo, ShareCaseReader, type MemberCase, type MemberShare, type ShareCaseFile } from './share-case.reader.js';
import { symbolOf } from './member-fills.reader.js';
import { ShareEntryRepository } from './share-entry.repository.js';
import { ShareLineRepository, type StoredLine } from './share-line.repository.js';
import { SharePeriodRepository, type StoredPeriod } from './share-period.repository.js';
import { ShareNewsService } from './share-news.service.js';
import { ShareResultRepository } from './share-result.repository.js';
import { ShareRulesReader } from './share-rules.reader.js';
import { toShareTrade } from './share-trade.mapper.js';

/** Computes the club's share of a member from everything that is stored, as `club share --file` does. Computing again is always safe. */
@Injectable()
export class ShareComputingService {
  constructor(
    private readonly em: EntityManager,
    private readonly cases: ShareCaseReader,
    private readonly rules: ShareRulesReader,
    private readonly results: ShareResultRepository,
    private readonly lines: ShareLineRepository,
    private readonly entries: ShareEntryRepository,
    private readonly periods: SharePeriodRepository,
    private readonly news: ShareNewsService,
    private readonly clock: Clock,
  ) {}

  /** Computes and stores the figures of a member. Stores nothing where a later computation has. */
  async compute(userId: string): Promise<void> {
    const computedAt = this.clock.now();
    // One moment: versions and what they are versions of agree.
    const { versions, found } = await this.em.fork().transactional(async (tx) => {
      await useSnapshot(tx);
      const rules = await this.rules.version(tx);
      return { versions: await this.results.findVersions(tx, userId, rules), found: await this.cases.read(tx, userId) };
    });
    const answer = answerTo(found.file);
    const lines = answer.lines.map((line) => lineOf(found, line));
    const entries = answer.signals.map(({ signal, entryQty, slippage }) => ({ signalId: signal, qty: entryQty, slippage }));
    const periods = answer.periods.map((period, n) => periodOf(period, found.file.config.periods[n]!, lines));
    await this.em.fork().transactional(async (tx) => {
      if (!(await this.results.lockMember(tx, userId))) return;
      if (!(await this.results.store(tx, userId, { computedAt, versions, caseFile: caseText(found.file) }))) return;
      await this.lines.store(tx, userId, lines);
      await this.entries.store(tx, userId, entries);
      await this.periods.store(tx, userId, periods);
      await this.news.computed(tx, userId);
    });
  }
}

const caseText = (file: ShareCaseFile): string => `${JSON.stringify(file, null, 1)}\n`;

function lineOf({ signals, fills, unvalued }: MemberCase, line: MemberShare['lines'][number]): StoredLine {
  const signal = signals.get(line.signal)!;
  const hasFees = !unvalued.has(line.entry) && !unvalued.has(line.exit);
  return {
    signalId: signal.id,
    symbol: symbolOf(signal),
    market: signal.market,
    side: signal.side,
    entryTrade: toShareTrade(fills.get(line.entry)!),
    exitTrade: toShareTrade(fills.get(line.exit)!),
    qty: line.qty,
    gross: line.gross,
    fees: hasFees ? line.fees : null,
    profit: hasFees ? line.profit : null,
    state: line.state,
  };
}

function periodOf(
  { highWaterMarkAfter, ...figures }: MemberShare['periods'][number],
  { from, to }: ShareCaseFile['config']['periods'][number],
  lines: readonly StoredLine[],
): StoredPeriod {
  const frozen = lines.filter(({ state, exitTrade: { at } }) => state === 'frozen' && at >= from && at < to);
  return {
    ...figures,
    highWaterMark: highWaterMarkAfter,
    startsAt: new Date(from),
    endsAt: new Date(to),
    frozenLines: frozen.length,
    frozenProfit: toDecimal(frozen.reduce((sum, { profit }) => sum + scaled(profit ?? '0'), 0n)),
  };
}
