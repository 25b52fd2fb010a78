import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { TelegramNotes } from '../../../messaging/channels/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { InvalidInput } from '../../../platform/domain/index.js';
import type { MarketReference } from '../market-reference.types.js';
import { SignalsService } from '../signals.service.js';
import { lockDraftAuthor } from './draft-author.query.js';
import { termsOfDraft } from './draft-terms.rules.js';
import { draftAnswers, publishedText, refusedText } from './draft-texts.rules.js';
import { SignalDraftRepository, type ConfirmedDraft } from './signal-draft.repository.js';

const RESULT_LIFE_SECONDS = 3600;

/**
 * Publishes confirmed drafts, as the console publishes. State, signal, audit record and the message with the result commit together, so
 * that a worker that dies has published nothing, or everything once.
 */
@Injectable()
export class DraftPublisher {
  constructor(
    private readonly em: EntityManager,
    private readonly drafts: SignalDraftRepository,
    private readonly signals: SignalsService,
    private readonly notes: TelegramNotes,
    private readonly config: AppConfig,
  ) {}

  /** Publishes the draft that has waited longest, or says why not. Returns false if there is none. */
  async publishNext(): Promise<boolean> {
    const draft = await this.drafts.findConfirmed();
    if (!draft) return false;
    if (draft.isLate) await this.giveUp(draft, draftAnswers.late);
    else await this.tryToPublish(draft);
    return true;
  }

  private async tryToPublish(draft: ConfirmedDraft): Promise<void> {
    try {
      const reference = await this.signals.referenceOf(termsOfDraft(draft.terms));
      await this.em.transactional((tx) => this.publish(tx, draft.id, reference));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      await this.giveUp(draft, refusedText(error.fields));
    }
  }

  private async publish(tx: EntityManager, id: string, reference: MarketReference): Promise<void> {
    const draft = await this.drafts.lockConfirmed(tx, id);
    if (!draft) return;
    const { userId, terms } = draft;
    const { mayPublish, isConfirmed } = await lockDraftAuthor(tx, userId);
    if (!mayPublish || !isConfirmed) {
      await this.drafts.reopen(tx, id);
      await this.say(tx, userId, mayPublish ? draftAnswers.notConfirmed : draftAnswers.noRight);
      return;
    }
    const signal = await this.signals.publish(userId, termsOfDraft(terms), reference, tx, 'telegram');
    await this.drafts.publish(tx, id, signal.id);
    await this.say(tx, userId, publishedText(signal, `${this.config.publicUrl}/#/admin/signals/${signal.id}`));
  }

  private giveUp({ id }: ConfirmedDraft, html: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const draft = await this.drafts.lockConfirmed(tx, id);
      if (!draft) return;
      await this.drafts.reopen(tx, id);
      await this.say(tx, draft.userId, html);
    });
  }

  private async say(tx: EntityManager, userId: string, html: string): Promise<void> {
    await this.notes.queue(tx, userId, { html, lifeSeconds: RESULT_LIFE_SECONDS });
  }
}
