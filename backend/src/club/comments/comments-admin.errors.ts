import { DomainError } from '../../platform/domain/index.js';
import type { CommentState, Moderation } from './comment.types.js';

const participles: Record<Moderation, string> = { hide: 'hidden', restore: 'restored', remove: 'removed', dismiss: 'dismissed' };

/** The comment is in a state from which the act is not open: a 409. */
export class ModerationRefused extends DomainError {
  constructor(act: Moderation, state: CommentState) {
    super('conflict', `comment.cannot-${act}`, `This comment is ${state} and cannot be ${participles[act]}`);
  }
}

/** The author's account was deleted, or belongs to the team: a 409. */
export class AuthorNotModerated extends DomainError {
  constructor() {
    super('conflict', 'comment.author-not-moderated', 'The author belongs to the team or has deleted their account');
  }
}

export class NotRestricted extends DomainError {
  constructor() {
    super('conflict', 'comment.not-restricted', 'This member can comment already');
  }
}
