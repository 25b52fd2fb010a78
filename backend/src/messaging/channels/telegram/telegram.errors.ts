import { DomainError } from '../../../platform/domain/index.js';

/** There is no bot, or no worker has reached it yet (409). */
export class TelegramOff extends DomainError {
  constructor() {
    super('conflict', 'telegram.off', 'Telegram is not available right now');
  }
}

/** The member has connected an account (409). */
export class TelegramConnected extends DomainError {
  constructor() {
    super('conflict', 'telegram.connected', 'Telegram is already connected. Disconnect it first');
  }
}

/** The link is unused or expired, or another account has used it (409). */
export class NothingToConfirm extends DomainError {
  constructor() {
    super('conflict', 'telegram.nothing-to-confirm', 'There is nothing to confirm. Request a new link');
  }
}

/** Another session asked for the link (409). */
export class OtherSession extends DomainError {
  constructor() {
    super('conflict', 'telegram.other-session', 'Confirm in the browser where you requested the link');
  }
}

/** The account is connected to another member (409). */
export class TelegramTaken extends DomainError {
  constructor() {
    super('conflict', 'telegram.taken', 'This Telegram account is connected to another member');
  }
}

/** The member may not see signals (403). */
export class TelegramForReaders extends DomainError {
  constructor() {
    super('forbidden', 'telegram.no-access', 'Telegram messages are for members who can see signals');
  }
}
