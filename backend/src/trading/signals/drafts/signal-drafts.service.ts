import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { TelegramNotes } from '../../../messaging/channels/index.js';
import { uuidv7 } from '../../../platform/domain/index.js';
import type { SignalTerms } from '../signal.input.js';
import { draftTermsOf } from './draft-terms.rules.js';
import { draftText } from './draft-texts.rules.js';
import { NoTelegramForDraft } from './signal-drafts-admin.errors.js';
import { SignalDraftRepository } from './signal-draft.repository.js';

/** How long the draft's message is tried. */
const MESSAGE_LIFE_SECONDS = 900;

/** Sends drafts of signals to the admins who write them. */
@Injectable()
export class SignalDraftsService {
  constructor(
    private readonly drafts: SignalDraftRepository,
    private readonly notes: TelegramNotes,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Stores a draft, and queues its message to the admin's own Telegram. Only the newest draft of an admin can be published. Throws
   * NoTelegramForDraft (409), InvalidInput.
   */
  async send(tx: EntityManager, adminId: string, signal: SignalTerms): Promise<{ id: string; expiresAt: Date }> {
    const { base, quote, side } = signal;
    const terms = draftTermsOf(signal);
    const eventId = await this.notes.queue(tx, adminId, { html: draftText(terms), lifeSeconds: MESSAGE_LIFE_SECONDS });
    if (eventId === null) throw new NoTelegramForDraft();
    const id = uuidv7();
    const expiresAt = await this.drafts.insert(tx, { id, userId: adminId, terms, eventId });
    await this.audit.record(tx, {
      action: 'signal.send-draft',
      actorId: adminId,
      actorRole: 'admin',
      targetType: 'signal draft',
      targetId: id,
      detail: { symbol: `${base}/${quote}`, side },
    });
    return { id, expiresAt };
  }
}
