import { DomainError } from '../../platform/domain/index.js';

/** Nobody gives themselves rights or takes away their own: so somebody who manages the team always remains. */
export class OwnTeamRole extends DomainError {
  constructor() {
    super('conflict', 'team.own-role', 'You cannot change your own role. Ask another owner or admin');
  }
}

/** The acting person lost the right during the request. */
export class ManagesNoTeam extends DomainError {
  constructor() {
    super('forbidden', 'access.denied', 'You are not allowed to do this');
  }
}

export class InvitationNotOpen extends DomainError {
  constructor() {
    super('conflict', 'team.invitation-not-open', 'This invitation was accepted, revoked or has expired');
  }
}

/** Two requests invited the same address at once. */
export class InvitedAlready extends DomainError {
  constructor() {
    super('conflict', 'team.invited-already', 'Somebody else has just invited this address');
  }
}

/** The link is unknown, expired, used or revoked. */
export class InvitationInvalid extends DomainError {
  constructor() {
    super('invalid', 'team.invitation-invalid', 'This invitation is invalid or has expired. Ask for a new one');
  }
}
