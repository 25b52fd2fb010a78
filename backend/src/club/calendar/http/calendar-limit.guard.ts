import { networkLimitGuard } from '../../../operations/audit/index.js';

/** Limits reads of events by visitors, per network. */
export const CalendarLimitGuard = networkLimitGuard('calendarNetwork');
