import { DomainError } from '../../platform/domain/index.js';

/** Nobody locks themselves out. */
export class OwnAccount extends DomainError {
  constructor() {
    super('conflict', 'user.own-account', 'You cannot deactivate or delete your own account');
  }
}

/** Somebody must be left who can undo it. */
export class LastAdmin extends DomainError {
  constructor() {
    super('conflict', 'user.last-admin', 'The last active admin cannot be deactivated or deleted');
  }
}

/** The one who asks was deactivated or deleted while the request was under way. */
export class AdminNoMore extends DomainError {
  constructor() {
    super('unauthenticated', 'session.required', 'Please sign in');
  }
}

export class UserRejectedAlready extends DomainError {
  constructor() {
    super('conflict', 'user.rejected', 'This user is in the rejected list. Restore them first');
  }
}

export class UserNotRejected extends DomainError {
  constructor() {
    super('conflict', 'user.not-rejected', 'This user is not in the rejected list');
  }
}

/** A file of more rows than anybody reads is a copy of the club, and a request without a bound. */
export class TooManyForFile extends DomainError {
  constructor(most: number) {
    super('invalid', 'user.file-too-long', `A file holds ${most.toLocaleString('en-US')} users at most. Narrow the list by a filter`, [
      { field: 'filter', message: `A file holds ${most.toLocaleString('en-US')} users at most. Narrow the list by a filter` },
    ]);
  }
}

/** Signing out is what ends the session that asks. */
export class OwnSession extends DomainError {
  constructor() {
    super('conflict', 'session.own', 'This is the session you are using. Sign out to end it');
  }
}

export class SessionOver extends DomainError {
  constructor() {
    super('conflict', 'session.over', 'This session has ended already');
  }
}
