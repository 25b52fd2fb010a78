import { DomainError } from '../../../platform/domain/index.js';

/** The admin has connected no Telegram account, or has blocked the bot (409). */
export class NoTelegramForDraft extends DomainError {
  constructor() {
    super('conflict', 'signal-draft.no-telegram', 'Connect your Telegram first, and do not block the bot');
  }
}
