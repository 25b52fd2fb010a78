import { day } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import type { FundStatementWire } from '../../lib/wire/types';

/** How the routes of files name a statement: by the day it ends with. */
export const periodOf = ({ to }: Pick<FundStatementWire, 'to'>): string => to.slice(0, 10);

/** "1 Dec 2026 – 1 Jan 2027": from a 00:00 UTC to another. */
export const periodText = ({ from, to }: Pick<FundStatementWire, 'from' | 'to'>): string =>
  t('fund.statements.periodOf', { from: day(from), to: day(to) });
