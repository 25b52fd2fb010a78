import type { Reminder } from './calendar.types.js';

/**
 * When a reminder is sent, in minutes before the start. `until`: later it would say nothing that is of use, for example after an outage of
 * the worker. The one-day reminder leaves room for the one-hour reminder.
 */
export const reminderTimes: Readonly<Record<Reminder, { from: number; until: number }>> = {
  day: { from: 24 * 60, until: 2 * 60 },
  hour: { from: 60, until: 0 },
};
