import type { BookingPreviewWire, ChainEvidenceWire, ChainTransferRecordWire } from '../../../platform/wire/index.js';
import { toDecimal } from '../../../platform/domain/scaled.js';
import { coinOf, transferId, unitsToText } from '../../chain/index.js';
import type { ListedTransfer } from '../chain-transfer-reader.repository.js';
import type { ChainEvidence } from '../transaction-evidence.service.js';
import type { BookingPreview } from '../transfer-resolution.service.js';
import { presentTransfer } from './invoice-payments.presenter.js';

/** A record of `chain-transfers`. */
export function presentListedTransfer(transfer: ListedTransfer): ChainTransferRecordWire {
  const { invoice } = transfer;
  return {
    id: transferId(transfer),
    ...presentTransfer(transfer, invoice?.total ?? 0n),
    position: transfer.index,
    address: transfer.address,
    blockTime: transfer.blockTime?.toISOString() ?? null,
    invoice: invoice && { id: invoice.id, number: invoice.number },
    member: invoice && { userId: invoice.userId, fullName: invoice.fullName },
    attention: transfer.attention,
    attentionAt: transfer.attentionAt?.toISOString() ?? null,
    resolution: transfer.resolution && { ...transfer.resolution, at: transfer.resolution.at.toISOString() },
  };
}

export function presentPreview({ invoice, rate, value, due, covers, credit }: BookingPreview): BookingPreviewWire {
  const { id, number, status, userId, fullName } = invoice;
  return {
    invoice: { id, number, status },
    member: { userId, fullName },
    rate: toDecimal(rate),
    value: toDecimal(value),
    due: toDecimal(due),
    covers: toDecimal(covers),
    credit: toDecimal(credit),
  };
}

/** What one chain shows of a transaction. */
export function presentEvidence({ chain, result, transfers }: ChainEvidence): ChainEvidenceWire {
  return {
    chain,
    coin: coinOf[chain],
    result,
    transfers: transfers.map(({ address, units, state, rejected, confirmations, blockTime, countedFor }) => ({
      address,
      amount: rejected === 'reverted' ? null : unitsToText(chain, units),
      state,
      reason: rejected,
      confirmations,
      blockTime: blockTime?.toISOString() ?? null,
      countedFor,
    })),
  };
}
