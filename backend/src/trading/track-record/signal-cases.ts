import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Decimal, NotFound } from '../../platform/domain/index.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import type { MadeFile } from '../../platform/http/index.js';
import type { CandleColumns } from '../market/index.js';
import {
  METHODOLOGY,
  ScoreEvidences,
  type Amendment,
  type FundingRow,
  type ScoreEvidence,
  type ScoreTerms,
  type Trail,
} from '../signals/index.js';

/** Signals in a file of a month. */
export const PART_SIZE = 50;
/** Candles that are written at once. */
const PIECE = 1000;

/** The list of cases that `npm run cli -- signals:score --file=...` takes, and beside it what stands in the track record. */
@Injectable()
export class SignalCases {
  constructor(
    private readonly em: EntityManager,
    private readonly evidences: ScoreEvidences,
  ) {}

  /** Throws NotFound, also of a signal that has not ended. */
  one(id: string): Promise<MadeFile> {
    return this.file(`tidemark-signal-${id}.json`, [id]);
  }

  /** Signals that ended in a month (YYYY-MM, UTC), in order of their ends. Throws NotFound. */
  async month(month: string, part: number): Promise<MadeFile> {
    const rows = await this.em.execute<{ id: string }[]>(
      `select signal_id as id from signal_scores where methodology = ${METHODOLOGY} and closed_at >= ?::timestamptz and closed_at < ?::timestamptz + interval '1 month'
       and status in ('closed', 'missed', 'missed_ambiguous', 'expired_unfilled') order by closed_at, signal_id limit ${PART_SIZE} offset ?`,
      [`${month}-01T00:00:00Z`, `${month}-01T00:00:00Z`, (part - 1) * PART_SIZE],
    );
    return this.file(
      `tidemark-signals-${month}-${part}.json`,
      rows.map(({ id }) => id),
    );
  }

  /** The first is read before anything is answered; the others while it is sent, one at a time in memory. */
  private async file(name: string, ids: readonly string[]): Promise<MadeFile> {
    const [first, ...others] = ids;
    const evidence = first === undefined ? null : await this.evidences.of(first);
    if (first === undefined || !evidence) throw new NotFound('case');
    const { evidences } = this;
    async function* content(known: ScoreEvidence): AsyncGenerator<string> {
      const scores: object[] = [scoreOf(known)];
      yield `{"format":"tidemark.cases/v1","methodology":${METHODOLOGY},"cases":[`;
      yield* written(known);
      for (const id of others) {
        const next = await evidences.of(id);
        if (!next) throw new Error(`signal ${id} has a final score and nothing that it was made from`);
        yield ',';
        yield* written(next);
        scores.push(scoreOf(next));
      }
      yield `],"scores":${JSON.stringify(scores)}}\n`;
    }
    return { name, content: Readable.from(content(evidence), { objectMode: false }) };
  }
}

function* written({ score, terms, minutes, through, seconds, funding }: ScoreEvidence): Generator<string> {
  yield `{"id":${JSON.stringify(score.signalId)},"signal":${JSON.stringify(signalOf(terms))},"through":${through},"candles":[`;
  for (let n = 0; n < minutes.size; n += PIECE) yield `${n > 0 ? ',' : ''}${candlesOf(minutes, n, Math.min(minutes.size, n + PIECE))}`;
  yield '],"detail":{';
  let isFirst = true;
  for (const [minute, pieces] of seconds) {
    yield `${isFirst ? '' : ','}"${minute}":[${candlesOf(pieces, 0, pieces.size)}]`;
    isFirst = false;
  }
  yield `}${funding === null ? '' : `,"funding":${JSON.stringify(funding.map(rateOf))}`}}`;
}

const rateOf = ({ time, rate, mark }: FundingRow) => ({ t: time, rate: toDecimal(rate), mark: mark === null ? null : toDecimal(mark) });

/** A double that came from a decimal of at most 15 digits is written as that. */
const price = (value: number) => `"${new Decimal(value).toFixed()}"`;

function candlesOf({ time, open, high, low, close }: CandleColumns, from: number, to: number): string {
  const candles: string[] = [];
  for (let n = from; n < to; n++)
    candles.push(`{"t":${time[n]},"o":${price(open[n]!)},"h":${price(high[n]!)},"l":${price(low[n]!)},"c":${price(close[n]!)}}`);
  return candles.join(',');
}

/** Candles are minutes: a moment within one counts as its first whole second after, a closure as the last before. */
function signalOf({ side, entry, stop, targets, trail, publishedAt, closesAt, feeRate, amendments = [] }: ScoreTerms): object {
  return {
    side,
    entry: toDecimal(entry),
    stop: toDecimal(stop),
    targets: targets.map(toDecimal),
    trail: trailText(trail),
    publishedAt: Math.ceil(publishedAt),
    closesAt: Math.floor(closesAt),
    feeRate: toDecimal(feeRate),
    ...(amendments.length > 0 && { amendments: amendments.map(amendmentOf) }),
  };
}

const trailText = (trail: Trail) => (trail.kind === 'percent' ? `percent:${toDecimal(trail.share * 100n)}` : trail.kind);

function amendmentOf(amendment: Amendment): object {
  const { kind, at } = amendment;
  return {
    kind,
    at: Math.ceil(at),
    ...(kind === 'move_stop' && { stop: toDecimal(amendment.stop) }),
    ...(kind === 'close_now' && { price: toDecimal(amendment.price) }),
  };
}

function scoreOf({ market, score }: ScoreEvidence): object {
  const {
    signalId,
    status,
    entryPrice,
    entryAt,
    exits,
    rGross,
    rNet,
    rFunding,
    rOptimistic,
    ambiguous,
    closedAt,
    gapMinutes,
    candlesDigest,
  } = score;
  return {
    id: signalId,
    ...market,
    status,
    entryPrice,
    entryAt,
    fills: exits,
    rGross,
    rNet,
    ...(rFunding !== null && { funding: rFunding }),
    rOptimistic,
    ambiguous,
    endedAt: closedAt,
    gapMinutes,
    candlesDigest,
  };
}
