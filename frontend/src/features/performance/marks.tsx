import { t } from '../../lib/i18n/texts';
import type { DayFlag } from '../../lib/wire/portfolio';

/** The marks of days that a reader has to know of; a day that is only not a whole one needs none. */
export const dayMarks = ['estimated', 'incomplete', 'unreconciled', 'unpriced'] as const satisfies readonly DayFlag[];
export type DayMark = (typeof dayMarks)[number];

/** "estimated, not reconciled" */
export const markText = (flags: readonly DayFlag[]): string =>
  flags
    .filter((flag) => flag !== 'partial')
    .map((flag) => t(`performance.mark.${flag}.name`))
    .join(', ');
