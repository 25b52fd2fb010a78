import { z } from 'zod';
import { ConfigError } from '../../platform/config/index.js';
import { isPossibleChoice, type ClubDefaults } from './notification-table.rules.js';
import { notificationChannels, notificationKinds, notificationValues } from './notification.types.js';

const schema = z.partialRecord(z.enum(notificationKinds), z.partialRecord(z.enum(notificationChannels), z.enum(notificationValues)));

/** Reads NOTIFICATION_DEFAULTS. Throws ConfigError for what is no cell of the table, or one that nobody chooses. */
export function clubDefaultsOf(given: Readonly<Record<string, unknown>>): ClubDefaults {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new ConfigError(['NOTIFICATION_DEFAULTS must name kinds, channels and values of docs/notifications.md']);
  const defaults = parsed.data as ClubDefaults;
  const problems = notificationKinds.flatMap((kind) =>
    notificationChannels.flatMap((channel) => {
      const value = defaults[kind]?.[channel];
      return value === undefined || isPossibleChoice(kind, channel, value)
        ? []
        : [`NOTIFICATION_DEFAULTS cannot set ${kind} by ${channel} to ${value}`];
    }),
  );
  if (problems.length > 0) throw new ConfigError(problems);
  return defaults;
}
