import { DomainError } from '../../platform/domain/index.js';

/** The caller has no paid membership: a 403. */
export class EventsForMembers extends DomainError {
  constructor() {
    super('forbidden', 'calendar.not-subscribed', 'Events are for members. Subscribe in your profile to sign up.');
  }
}

/** People of the team host events, and take no places: a 403. */
export class TeamTakesNoPlace extends DomainError {
  constructor() {
    super('forbidden', 'calendar.team', 'The team does not sign up for events. Open the event in the console');
  }
}

export class EventOver extends DomainError {
  constructor() {
    super('conflict', 'calendar.over', 'This event is over. Look for the recording on its page');
  }
}

export class EventCancelled extends DomainError {
  constructor() {
    super('conflict', 'calendar.cancelled', 'This event is cancelled. Choose another one from the calendar');
  }
}

export class EventFull extends DomainError {
  constructor() {
    super('conflict', 'calendar.full', 'All places are taken. Try again later: somebody may withdraw');
  }
}
