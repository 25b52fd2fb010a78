import type { ChainTransferRecordWire } from '../../../platform/wire/index.js';
import { transferId } from '../../chain/index.js';
import type { ListedTransfer } from '../chain-transfer-reader.repository.js';
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
  };
}
