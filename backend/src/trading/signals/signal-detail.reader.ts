import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/index.js';
import { SignalMarkRepository, type SignalMark } from './marks/signal-mark.repository.js';
import { publishedOddsOf, type Odds } from './signal-odds.js';
import { SignalRepository } from './signal.repository.js';
import { SignalWithOutcomeQuery, type SignalWithOutcome } from './signal-with-outcome.query.js';
import { SignalsService } from './signals.service.js';

export interface SignalDetail {
  signal: SignalWithOutcome;
  /** Of the prices as published. */
  odds: Odds;
  /** The projected closure; of a day, its end. */
  closesAt: Date;
  /** The reader's own. */
  mark: SignalMark | null;
  /** Null: published before the log began. */
  logIndex: number | null;
}

/** Reads one signal with all that its page shows. */
@Injectable()
export class SignalDetailReader {
  constructor(
    private readonly published: SignalsService,
    private readonly signals: SignalRepository,
    private readonly stories: SignalWithOutcomeQuery,
    private readonly marks: SignalMarkRepository,
  ) {}

  /** Records that the reader was shown the signal. Throws NotFound. */
  async of(actor: Pick<Actor, 'userId' | 'role'>, id: string): Promise<SignalDetail> {
    const shown = await this.published.showOne(actor, id);
    const [[signal], closesAt, mark, logIndex] = await Promise.all([
      this.stories.of([shown]),
      this.signals.closesAt(id),
      this.marks.find(actor.userId, id),
      this.stories.logIndexOf(id),
    ]);
    return { signal: signal!, odds: publishedOddsOf(shown), closesAt, mark, logIndex };
  }
}
