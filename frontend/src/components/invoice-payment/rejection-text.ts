import { t } from '../../lib/i18n/texts';
import type { ChainTransferWire } from '../../lib/wire/types';

/** Why a transfer does not count, and what to do. */
export const rejectionText = (reason: ChainTransferWire['reason']): string => t(`pay.rejected.${reason ?? 'unknown'}`);
