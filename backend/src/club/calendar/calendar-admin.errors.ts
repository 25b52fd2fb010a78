import { DomainError } from '../../platform/domain/index.js';
import type { CalendarMove, CalendarState } from './calendar.types.js';

const participles: Record<CalendarMove | 'edit' | 'correct', string> = {
  publish: 'published',
  cancel: 'cancelled',
  record: 'given a recording',
  edit: 'edited as a draft',
  correct: 'corrected',
};
const states: Record<CalendarState, string> = {
  draft: 'is a draft',
  published: 'is published',
  cancelled: 'is cancelled',
};
const reasons: Partial<Record<CalendarMove, string>> = {
  publish: '. Choose a start in the future first',
  cancel: ' once it is over',
  record: ' before it is over',
};

/** The event is in a state, or at a time, in which this is not open: a 409. */
export class CalendarMoveRefused extends DomainError {
  constructor(move: CalendarMove | 'edit' | 'correct', state: CalendarState) {
    const isTooLate = (move === 'publish' && state === 'draft') || ((move === 'cancel' || move === 'record') && state === 'published');
    super(
      'conflict',
      `calendar.cannot-${move}`,
      isTooLate
        ? `This event cannot be ${participles[move]}${reasons[move]}`
        : `This event ${states[state]} and cannot be ${participles[move]}`,
    );
  }
}

/** Another admin has saved the event since this one opened it: a 409. */
export class CalendarEventChanged extends DomainError {
  constructor() {
    super('conflict', 'calendar.changed', 'Another admin changed this event. Reload it before you save');
  }
}
