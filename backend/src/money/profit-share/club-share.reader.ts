import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import {
  answerTo,
  lineKey,
  ShareCaseReader,
  SHARE_RATE,
  type MemberCase,
  type MemberShare,
  type ShareCaseFile,
} from './share-case.reader.js';
import type { StoredDispute } from './share-disputes.repository.js';
import type { StoredFill } from './share-fills.repository.js';
import type { EnteredSignal } from './share-signals.repository.js';

export type ShareLine = MemberShare['lines'][number];
type Period = ShareCaseFile['config']['periods'][number];

/** A line with its signal and its trades. */
export interface LineView {
  line: ShareLine;
  signal: EnteredSignal;
  entry: StoredFill;
  exit: StoredFill;
  /** Whether the fees of both trades are known. */
  hasFees: boolean;
  dispute: StoredDispute | null;
}

export interface ShareView {
  lastSyncedAt: Date | null;
  unknown: 'no-account' | 'not-synced' | null;
  figures: {
    rate: string;
    lines: Record<ShareLine['state'], number>;
    /** The present one first. */
    periods: (MemberShare['periods'][number] & Period & { isRunning: boolean })[];
  } | null;
}

/** Reads the club's share of a member, computed from what is stored at the moment. */
@Injectable()
export class ClubShareReader {
  constructor(
    private readonly em: EntityManager,
    private readonly cases: ShareCaseReader,
    private readonly clock: Clock,
  ) {}

  async ofMember(userId: string): Promise<ShareView> {
    const found = await this.cases.read(this.em, userId);
    const lastSyncedAt = found.accounts.find(({ isCurrent }) => isCurrent)?.lastSyncedAt ?? null;
    const unknown = unknownOf(found);
    if (unknown !== null) return { lastSyncedAt, unknown, figures: null };
    const { lines, periods } = answerTo(found.file);
    const count = (state: ShareLine['state']) => lines.filter((line) => line.state === state).length;
    const now = this.clock.now().toISOString();
    return {
      lastSyncedAt,
      unknown,
      figures: {
        rate: SHARE_RATE,
        lines: { charged: count('charged'), frozen: count('frozen'), dropped: count('dropped') },
        periods: periods
          .map((period, n) => ({ ...period, ...found.file.config.periods[n]! }))
          .map((period) => ({ ...period, isRunning: period.from <= now && now < period.to }))
          .toReversed(),
      },
    };
  }

  /** Returns lines, the newest first. */
  async linesOf(userId: string, { offset, limit }: Page): Promise<PageOf<LineView>> {
    const found = await this.cases.read(this.em, userId);
    if (unknownOf(found) !== null) return { rows: [], total: 0 };
    const lines = answerTo(found.file).lines.toReversed();
    return { rows: lines.slice(offset, offset + limit).map((line) => viewOf(found, line)), total: lines.length };
  }

  /** Returns what the share is computed from, for `club share --file`. */
  async caseOf(userId: string): Promise<ShareCaseFile> {
    return (await this.cases.read(this.em, userId)).file;
  }
}

/** Why the figures of a member are not known. */
function unknownOf({ accounts }: MemberCase): ShareView['unknown'] {
  if (accounts.length === 0) return 'no-account';
  return (accounts.find(({ isCurrent }) => isCurrent) ?? accounts.at(-1)!).lastSyncedAt === null ? 'not-synced' : null;
}

const viewOf = ({ signals, fills, unvalued, disputes }: MemberCase, line: ShareLine): LineView => ({
  line,
  signal: signals.get(line.signal)!,
  entry: fills.get(line.entry)!,
  exit: fills.get(line.exit)!,
  hasFees: !unvalued.has(line.entry) && !unvalued.has(line.exit),
  dispute: disputes.get(lineKey(line)) ?? null,
});
