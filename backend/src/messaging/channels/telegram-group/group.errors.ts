import { DomainError } from '../../../platform/domain/index.js';

/** The group is for connected accounts (409). */
export class GroupNeedsTelegram extends DomainError {
  constructor() {
    super('conflict', 'telegram-group.not-connected', 'Connect Telegram first');
  }
}

/** There is nothing to ask for (409). */
export class InGroupAlready extends DomainError {
  constructor() {
    super('conflict', 'telegram-group.already', 'You are already in the group, or your request is being processed');
  }
}
