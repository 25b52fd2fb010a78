import { DomainError } from '../../platform/domain/index.js';

/** Prevents admins from locking themselves out. */
export class OwnAccount extends DomainError {
  constructor() {
    super('conflict', 'user.own-account', 'You cannot deactivate or delete your own account');
  }
}

/** An active person with every right must remain. */
export class LastAdmin extends DomainError {
  constructor() {
    super('conflict', 'user.last-admin', 'The last active admin cannot be deactivated or deleted');
  }
}

/** Only holders of `team.manage` act on accounts of the team. */
export class TeamAccount extends DomainError {
  constructor() {
    super('forbidden', 'user.team-account', 'This account belongs to the team. Your role cannot change it');
  }
}

/** The calling admin was deactivated or deleted during the request. */
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

/** Bounds the export: a larger file would be a copy of the whole database. */
export class TooManyForFile extends DomainError {
  constructor(max: number) {
    super('invalid', 'user.file-too-long', `A file can have up to ${max.toLocaleString('en-US')} users. Narrow the list with a filter`, [
      { field: 'filter', message: `A file can have up to ${max.toLocaleString('en-US')} users. Narrow the list with a filter` },
    ]);
  }
}

/** Admins end their own session by signing out. */
export class OwnSession extends DomainError {
  constructor() {
    super('conflict', 'session.own', 'This is the session you are using. Sign out to end it');
  }
}

export class SessionOver extends DomainError {
  constructor() {
    super('conflict', 'session.over', 'This session has already ended');
  }
}
