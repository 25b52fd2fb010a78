import { removeDecorator, removeIf, removeStatement, replace, setDecorator } from '../../../scripts/lib/mutation/operations.mjs';

const calendar = (suite, name) => ({ project: 'integration', tests: `integration/calendar/${suite}`, name });

export const calendarControls = [
  {
    id: 'T27.140',
    control: 'an event for members is seen by members who paid and the team alone',
    mutation: replace('CalendarReader.read', 'mayTakePart(_)', 'true'),
    ...calendar('calendar', 'for members is seen by members who paid and the team alone'),
  },
  {
    id: 'T27.141',
    control: 'the link to join an event is for those who signed up',
    mutation: replace('calendar-reader.service/joinUrlOf', 'isGoing', 'true'),
    ...calendar('calendar', 'shows its link to join to those who signed up, until it is over'),
  },
  {
    id: 'T27.142',
    control: 'an event gives away no more places than it has, also at the same time',
    mutation: removeIf('CalendarSignups.signUp', 'capacity !== null && (await this.signups.count(tx, id)) >= capacity'),
    ...calendar('signups', 'gives away no more places than there are to 20 members at once'),
  },
  {
    id: 'T27.143',
    control: 'members without a paid membership do not sign up',
    mutation: removeIf('CalendarSignups.openEvent', '!mayTakePart(actor)'),
    ...calendar('signups', 'is for members who paid: not for others, visitors and the team'),
  },
  {
    id: 'T27.144',
    control: 'two editors of an event do not undo each other',
    mutation: removeIf('CalendarService.lockForSave', 'event.revision !== revision'),
    ...calendar('calendar', 'is refused to the second of two editors'),
  },
  {
    id: 'T27.145',
    control: 'cancelling an event takes a recent confirmation',
    mutation: removeDecorator('CalendarAdminController.cancel', 'StepUp'),
    ...calendar('calendar', 'that others see takes a recent confirmation and the permission'),
  },
  {
    id: 'T27.146',
    control: 'a move of an event starts its reminders anew',
    mutation: removeStatement('CalendarService.move', 'this.events.markMoved(_, _)'),
    ...calendar('reminders', 'counts from the new time of an event that moved, and ends with a cancellation'),
  },
  {
    id: 'T27.147',
    control: 'names of members who signed up are for those of the team who may see members',
    mutation: setDecorator('CalendarAdminController.whom', "Access('calendar.read')"),
    ...calendar('signups', 'is listed for those of the team who may see members'),
  },
];
