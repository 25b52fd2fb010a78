import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/domain/index.js';
import {
  emailTopicOf,
  isAboutSignals,
  NotificationPolicy,
  NotificationPreferences,
  SIGNAL_DIGEST,
  UnsubscribeTokens,
  type EmailKind,
} from '../preferences/index.js';
import type { LetterFooter } from './letters/render.js';
import { SignalReaderRepository } from './signal-reader.repository.js';

const NOT_A_READER = 'not sent: its reader may see no signals any more, or wants none by mail';
const TURNED_OFF = 'not sent: its reader turned these emails off';

/** What to do with a letter now. `refusal`: why it is never sent. `heldUntil`: when the quiet hours end that hold it. */
export interface LetterVerdict {
  refusal: string | null;
  heldUntil: Date | null;
  /** Until `heldUntil`. */
  waitMs: number;
}

/** Judges letters that members have preferences for, when they leave. */
@Injectable()
export class LetterNotifications {
  constructor(
    private readonly preferences: NotificationPreferences,
    private readonly policy: NotificationPolicy,
    private readonly signalReaders: SignalReaderRepository,
    private readonly tokens: UnsubscribeTokens,
    private readonly clock: Clock,
  ) {}

  async judge(userId: string, kind: EmailKind): Promise<LetterVerdict> {
    if (kind === SIGNAL_DIGEST) {
      const isWanted = (await this.signalReaders.digestKinds(userId)).length > 0;
      return { refusal: isWanted ? null : NOT_A_READER, heldUntil: null, waitMs: 0 };
    }
    if (isAboutSignals(kind) && !(await this.signalReaders.has(userId, kind))) return { refusal: NOT_A_READER, heldUntil: null, waitMs: 0 };
    const dispatch = this.policy.dispatch(await this.preferences.of(userId), kind, 'email');
    if (dispatch.isOff) return { refusal: TURNED_OFF, heldUntil: null, waitMs: 0 };
    const { heldUntil } = dispatch;
    return { refusal: null, heldUntil, waitMs: heldUntil ? heldUntil.getTime() - this.clock.now().getTime() : 0 };
  }

  footerOf(userId: string, kind: EmailKind): LetterFooter {
    const topic = emailTopicOf(kind);
    return { kind, unsubscribeUrl: topic ? this.tokens.linkFor(userId, topic) : '' };
  }
}
