import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DraftReplies, type ChatAnswer, type DraftPress, type DraftReply } from '../../../messaging/channels/index.js';
import { InvalidInput } from '../../../platform/domain/index.js';
import { requireConsistent } from '../signals.service.js';
import { lockDraftAuthor } from './draft-author.query.js';
import { buttonDataOf, buttonHashOf, buttonOf, CODE_BYTES, draftChangesOf } from './draft-reply.rules.js';
import { changedTerms, termsOfDraft } from './draft-terms.rules.js';
import { draftAnswers, previewText, refusedText } from './draft-texts.rules.js';
import { SignalDraftRepository, type StoredDraft } from './signal-draft.repository.js';

/**
 * Answers replies to drafts and presses of their buttons. A press only marks the draft as confirmed, in the transaction that ends the
 * update: DraftPublisher publishes it.
 */
@Injectable()
export class SignalDraftReplies extends DraftReplies {
  constructor(private readonly drafts: SignalDraftRepository) {
    super();
  }

  override async reply(tx: EntityManager, { eventId, userId, chatId, text }: DraftReply): Promise<ChatAnswer | null> {
    const draft = await this.drafts.lockByEvent(tx, eventId);
    if (draft?.userId !== userId) return null;
    const refusal = await this.refusal(tx, draft);
    if (refusal !== null) return { html: refusal };
    const changes = draftChangesOf(text);
    if (changes === null) return { html: draftAnswers.notRead };
    const terms = changedTerms(draft.terms, changes);
    try {
      requireConsistent(termsOfDraft(terms));
    } catch (error) {
      if (error instanceof InvalidInput) return { html: refusedText(error.fields) };
      throw error;
    }
    const secret = randomBytes(CODE_BYTES).toString('base64url');
    await this.drafts.offer(tx, draft.id, terms, buttonHashOf(secret, { draftId: draft.id, userId, chatId, terms }));
    return { html: previewText(terms), button: { text: 'Publish now', callback_data: buttonDataOf(draft.id, secret) } };
  }

  override async press(tx: EntityManager, { userId, chatId, data }: DraftPress): Promise<ChatAnswer | null> {
    const button = buttonOf(data);
    if (!button) return null;
    const draft = await this.drafts.lockById(tx, button.draftId);
    if (draft?.userId !== userId) return null;
    const refusal = await this.refusal(tx, draft);
    if (refusal !== null) return { html: refusal };
    const { id: draftId, terms, buttonHash, isButtonOver } = draft;
    const isIts = buttonHash?.equals(buttonHashOf(button.code, { draftId, userId, chatId, terms })) === true;
    if (!isIts || isButtonOver) return { html: draftAnswers.buttonOver };
    await this.drafts.confirm(tx, draftId);
    return { html: draftAnswers.publishing };
  }

  /** Why nothing may be done about a draft now. */
  private async refusal(tx: EntityManager, { userId, state, isExpired }: StoredDraft): Promise<string | null> {
    const { mayPublish, isConfirmed } = await lockDraftAuthor(tx, userId);
    if (!mayPublish) return draftAnswers.noRight;
    if (state !== 'open') return draftAnswers[state];
    if (isExpired) return draftAnswers.expired;
    return isConfirmed ? null : draftAnswers.notConfirmed;
  }
}
