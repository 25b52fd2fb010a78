import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Decimal, NotFound } from '../../platform/domain/index.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import type { MadeFile } from '../../platform/http/index.js';
import type { CandleColumns } from '../market/index.js';
import {
  METHODOLOGY,
  ScoreEvidenceService,
  SignalScoreRepository,
  type Amendment,
  type FundingRow,
  type ScoreEvidence,
  type ScoreTerms,
  type Trail,
} from '../signals/index.js';

/** Maximum signals of one file of a month. */
export const PART_SIZE = 50;
/** Candles written at once. */
const PIECE = 1000;

/** Writes files of cases for `npm run cli -- signals:score --file=...`, with the scores of the track record beside them. */
@Injectable()
export class SignalCasesService {
  constructor(
    private readonly scores: SignalScoreRepository,
    private readonly evidences: ScoreEvidenceService,
  ) {}

  /** Throws NotFound, also for a signal that has not ended. */
  one(id: string): Promise<MadeFile> {
    return this.file(`tidemark-signal-${id}.json`, [id]);
  }

  /** Returns the signals that ended in a month (YYYY-MM, UTC), ordered by end. Throws NotFound. */
  async month(month: string, part: number): Promise<MadeFile> {
    const ids = await this.scores.findEndedInMonth(month, { offset: (part - 1) * PART_SIZE, limit: PART_SIZE });
    return this.file(`tidemark-signals-${month}-${part}.json`, ids);
  }

  /** Reads the first case before the response begins, the others one by one while it is sent. */
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
        if (!next) throw new Error(`signal ${id} has a final score and no evidence for it`);
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

/** Writes the decimal of at most 15 digits from which the double was read. */
const price = (value: number) => `"${new Decimal(value).toFixed()}"`;

function candlesOf({ time, open, high, low, close }: CandleColumns, from: number, to: number): string {
  const candles: string[] = [];
  for (let n = from; n < to; n++)
    candles.push(`{"t":${time[n]},"o":${price(open[n]!)},"h":${price(high[n]!)},"l":${price(low[n]!)},"c":${price(close[n]!)}}`);
  return candles.join(',');
}

/** Rounds the publication up and the closure down to whole seconds, because candles are minutes. */
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
