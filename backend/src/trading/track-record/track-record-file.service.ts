import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/domain/index.js';
import { csvFile, type CsvColumn, type MadeFile } from '../../platform/http/index.js';
import { PublicSignalRepository, type EndedSignal, type PublicFilter, type PublicSignal } from './public-signal.repository.js';

/** Rows per batch. */
const PIECE = 1000;

const ofEnded = (of: (signal: EndedSignal) => string | Date | null) => (signal: PublicSignal) => (signal.ended ? of(signal) : null);
const text = (header: string, of: (signal: PublicSignal) => string | null): CsvColumn<PublicSignal> => ({ header, kind: 'text', of });
const figure = (header: string, of: (signal: EndedSignal) => string | null): CsvColumn<PublicSignal> => ({
  header,
  kind: 'figure',
  of: ofEnded(of),
});

const columns: readonly CsvColumn<PublicSignal>[] = [
  { header: 'Published (UTC)', kind: 'time', of: ({ publishedAt }) => publishedAt },
  { header: 'Log index', kind: 'figure', of: ({ log }) => (log ? String(log.index) : null) },
  text('Log leaf SHA-256 (hex)', ({ log }) => log?.hash.toString('hex') ?? null),
  text('Outcome', (signal) => (signal.ended ? signal.outcome.status : 'running')),
  { header: 'Signal', kind: 'text', of: ofEnded(({ id }) => id) },
  { header: 'Venue', kind: 'text', of: ofEnded(({ venue }) => venue) },
  { header: 'Market', kind: 'text', of: ofEnded(({ market }) => market) },
  { header: 'Pair', kind: 'text', of: ofEnded(({ symbol }) => symbol) },
  { header: 'Direction', kind: 'text', of: ofEnded(({ side }) => side) },
  figure('Entry', ({ entry }) => entry),
  figure('Stop', ({ stop }) => stop),
  figure('Target 1', ({ targets }) => targets[0]),
  figure('Target 2', ({ targets }) => targets[1]),
  figure('Target 3', ({ targets }) => targets[2]),
  { header: 'Trailing stop', kind: 'text', of: ofEnded(({ trail }) => trail) },
  { header: 'Closure (UTC)', kind: 'time', of: ofEnded(({ closesAt }) => closesAt) },
  { header: 'Amendments', kind: 'figure', of: ofEnded(({ amendments }) => String(amendments.length)) },
  figure('Filled at', ({ outcome }) => outcome.entryPrice),
  { header: 'Filled (UTC)', kind: 'time', of: ofEnded(({ outcome }) => outcome.entryAt) },
  {
    header: 'Exits',
    kind: 'text',
    of: ofEnded(({ outcome }) => outcome.exits.map(({ reason, price }) => `${reason} ${price}`).join('; ')),
  },
  { header: 'Ended (UTC)', kind: 'time', of: ofEnded(({ outcome }) => outcome.endedAt) },
  figure('R before costs', ({ outcome }) => outcome.rGross),
  figure('Funding in R', ({ outcome }) => outcome.rFunding),
  figure('R after costs', ({ outcome }) => outcome.rNet),
  figure('R after costs with doubts in favour', ({ outcome }) => outcome.rOptimistic),
  figure('Doubtful minutes', ({ outcome }) => String(outcome.ambiguous.length)),
  figure('Minutes without a candle', ({ outcome }) => String(outcome.gapMinutes)),
  text('Candles SHA-256 (hex)', (signal) => (signal.ended ? signal.outcome.candlesDigest : null)),
];

/** Writes the public list as CSV. */
@Injectable()
export class TrackRecordFileService {
  constructor(
    private readonly signals: PublicSignalRepository,
    private readonly clock: Clock,
  ) {}

  csv(filter: PublicFilter): Promise<MadeFile> {
    return csvFile('track-record', this.clock.now(), columns, this.signals.all(filter, PIECE));
  }
}
