import type { NotificationPreferencesWire, QuietHoursWire } from '../../../platform/wire/index.js';
import type { MemberPreferences } from '../member-dispatch.rules.js';
import {
  channelsFor,
  kindsFor,
  layersOf,
  notificationTable,
  preferenceOf,
  valuesOf,
  type ClubDefaults,
} from '../notification-table.rules.js';
import { EVERY_KIND, type QuietHours } from '../notification.types.js';

const two = (n: number): string => String(n).padStart(2, '0');
const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

const presentQuietHours = ({ from, to, timeZone }: QuietHours): QuietHoursWire => ({ from: clockOf(from), to: clockOf(to), timeZone });

/** The rows and columns that a member of this role can have. */
export function presentPreferences(
  { isPaying, choices, quietHours }: MemberPreferences,
  role: string,
  club: ClubDefaults,
): NotificationPreferencesWire {
  const offered = channelsFor(role);
  const rows = kindsFor(role).map((kind) => ({
    kind,
    quiet: notificationTable[kind].quiet,
    cells: offered.flatMap((channel) => {
      const layers = layersOf(kind, channel, club, choices);
      const held = preferenceOf(kind, channel, isPaying, layers);
      const inherited = preferenceOf(kind, channel, isPaying, { ...layers, own: undefined });
      return held && inherited ? [{ channel, ...held, inherited: inherited.value, values: [...valuesOf(kind, channel)] }] : [];
    }),
  }));
  return {
    channels: offered
      .filter((channel) => rows.some(({ cells }) => cells.some((cell) => cell.channel === channel)))
      .map((channel) => ({
        channel,
        values: [...valuesOf(EVERY_KIND, channel)],
        value: choices.find((one) => one.kind === EVERY_KIND && one.channel === channel)?.value ?? null,
      })),
    kinds: rows,
    quietHours: quietHours && presentQuietHours(quietHours),
  };
}
