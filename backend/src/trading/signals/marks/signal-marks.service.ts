import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/domain/index.js';
import { SignalRepository } from '../signal.repository.js';
import { SignalMarkRepository, type SignalMark } from './signal-mark.repository.js';

/** Whether a member took a signal or passed. The caller has checked that the member may read signals. */
@Injectable()
export class SignalMarksService {
  constructor(
    private readonly marks: SignalMarkRepository,
    private readonly signals: SignalRepository,
    private readonly clock: Clock,
  ) {}

  /** Replaces an earlier mark. Throws NotFound. */
  async mark(userId: string, signalId: string, given: Omit<SignalMark, 'markedAt'>): Promise<SignalMark> {
    const { id } = await this.signals.getById(signalId);
    const mark = { ...given, markedAt: this.clock.now() };
    await this.marks.store(userId, id, mark);
    return mark;
  }

  /** Does nothing where there is no mark. Throws NotFound. */
  async remove(userId: string, signalId: string): Promise<void> {
    const { id } = await this.signals.getById(signalId);
    await this.marks.delete(userId, id);
  }
}
