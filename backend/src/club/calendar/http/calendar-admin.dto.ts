import { z } from 'zod';
import { calendarContent, checkTimes, secureLink } from '../calendar-content.rules.js';
import { calendarSorts } from '../calendar-event.repository.js';
import { signupSorts } from '../calendar-signup.repository.js';
import { calendarAudiences, calendarKinds, calendarStates } from '../calendar.types.js';

const REVISION = 'revision must be the number of the text that was opened';
const revision = z.number(REVISION).int(REVISION).min(1, REVISION);

/** POST /admin/calendar */
export const newEventBody = z.strictObject(calendarContent).superRefine(checkTimes);
export type NewEventBody = z.output<typeof newEventBody>;

/** PUT /admin/calendar/{id}, POST /admin/calendar/{id}/correct */
export const editEventBody = z.strictObject({ ...calendarContent, revision }).superRefine(checkTimes);
export type EditEventBody = z.output<typeof editEventBody>;

/** POST /admin/calendar/{id}/publish, POST /admin/calendar/{id}/cancel */
export const eventRevisionBody = z.strictObject({ revision });
export type EventRevisionBody = z.output<typeof eventRevisionBody>;

/** PUT /admin/calendar/{id}/recording */
export const recordingBody = z.strictObject({ revision, recordingUrl: secureLink });
export type RecordingBody = z.output<typeof recordingBody>;

export const calendarListRules = {
  sortable: calendarSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id can name up to 1000 records'),
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
    state: z.enum(calendarStates, `state must be one of ${calendarStates.join(', ')}`),
    kind: z.enum(calendarKinds, `kind must be one of ${calendarKinds.join(', ')}`),
    audience: z.enum(calendarAudiences, `audience must be one of ${calendarAudiences.join(', ')}`),
  },
};

export const signupListRules = { sortable: signupSorts, filters: {} };
