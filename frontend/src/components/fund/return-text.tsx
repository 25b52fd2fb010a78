import { day } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import type { FundReturnWire } from '../../lib/wire/types';
import { Percent } from '../chart/figures';

/** Why a return is unknown; null where it is known. */
export const returnReason = ({ reason, day: of }: FundReturnWire): string | null =>
  reason === null ? null : t(`fund.returns.unknown.${reason}`, { day: day(of) });

/** A return as a percentage, or a dash with its reason. */
export const ReturnFigure = ({ of }: { of: FundReturnWire }) => <Percent figure={{ value: of.value, reason: returnReason(of) }} />;
