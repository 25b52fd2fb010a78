import { DomainError, InvalidInput } from '../../platform/domain/index.js';
import { MAX_COMMENT, MAX_MENTIONS } from './community.settings.js';

/** The caller may not read what the comment is about: a 403. */
export class CommentsForReaders extends DomainError {
  constructor() {
    super('forbidden', 'comment.no-access', 'Comments are for members who can read this page');
  }
}

/** The member has no display name, or has not agreed to the guidelines of now: a 409. */
export class NotInCommunity extends DomainError {
  constructor() {
    super('conflict', 'comment.no-name', 'Choose a display name and accept the community guidelines first');
  }
}

export class CommentsMuted extends DomainError {
  constructor() {
    super('forbidden', 'comment.muted', 'You cannot comment at the moment. The reason and the end are shown above the comments');
  }
}

export class CommentsBanned extends DomainError {
  constructor() {
    super('forbidden', 'comment.banned', 'You can no longer comment. The reason is shown above the comments');
  }
}

/** The comment was hidden, removed or deleted: a 409. */
export class CommentNotVisible extends DomainError {
  constructor() {
    super('conflict', 'comment.not-visible', 'This comment is no longer visible');
  }
}

/** Not the caller's comment: a 403. */
export class NotYourComment extends DomainError {
  constructor() {
    super('forbidden', 'comment.not-yours', 'Only its author can change a comment');
  }
}

export class EditTimeOver extends DomainError {
  constructor() {
    super('conflict', 'comment.too-late', 'A comment can be edited for 15 minutes. You can still delete it');
  }
}

export class OwnComment extends DomainError {
  constructor() {
    super('conflict', 'comment.own', 'You cannot report or react to your own comment');
  }
}

/** Another member has this name or a similar one. */
export const nameTaken = () =>
  InvalidInput.field('displayName', 'This name is taken or too similar to another one', 'community.name-taken');

export const nameTooSoon = () =>
  InvalidInput.field('displayName', 'You can change your display name once in 30 days', 'community.name-too-soon');

/** What a text that is too long is told, here and at the door. */
export const COMMENT_LENGTH = `A comment has 1 to ${MAX_COMMENT} characters`;
export const tooLong = () => InvalidInput.field('text', COMMENT_LENGTH);
export const tooManyMentions = () => InvalidInput.field('text', `Mention at most ${MAX_MENTIONS} members`);
