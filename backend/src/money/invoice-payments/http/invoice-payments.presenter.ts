import { toDecimal } from '../../../platform/domain/scaled.js';
import type { ChainTransferWire, InvoicePaymentWire, QuoteWire } from '../../../platform/wire/index.js';
import {
  bitcoinLink,
  bitcoinQrPayload,
  coinOf,
  confirmationsNeeded,
  tronQrPayload,
  unitsToText,
  type Transfer,
} from '../../chain/index.js';
import { checksumOf } from '../../pay-addresses/index.js';
import { dueInCents } from '../bookings.rules.js';
import type { StoredQuote } from '../invoice-payment.repository.js';
import type { ShownPayment } from '../invoice-payment.reader.js';

const MAX_TRANSFERS = 20;
const LABEL = 'Tidemark';

export function presentPaymentOf(shown: ShownPayment): InvoicePaymentWire {
  const { view, quote, transfers, delayedSince } = shown;
  const isUnquoted = quote === null && view.phase === 'expired';
  return {
    invoiceId: shown.invoiceId,
    number: shown.number,
    status: shown.status,
    total: dueInCents(shown.total),
    rest: dueInCents(view.restUsd),
    phase: isUnquoted ? 'unquoted' : view.phase,
    flags: view.flags,
    confirmations: view.confirmations,
    delayedSince: delayedSince?.toISOString() ?? null,
    chains: shown.chains,
    refusal: shown.refusal,
    quote: quote && presentQuote(quote, shown.number),
    transfers: transfers
      .toReversed()
      .slice(0, MAX_TRANSFERS)
      .map((transfer) => presentTransfer(transfer, shown.total)),
    hasDemoWallet: shown.hasDemoWallet,
    now: shown.now.toISOString(),
  };
}

function presentQuote(quote: StoredQuote, number: string): QuoteWire {
  const { id, chain, address, units, usd, rate, sources, tag, openedAt, endsAt } = quote;
  const isBitcoin = chain === 'bitcoin';
  return {
    id,
    chain,
    coin: coinOf[chain],
    address,
    checksum: checksumOf(address),
    amount: unitsToText(chain, units),
    usd: dueInCents(usd),
    rate: toDecimal(rate),
    sources,
    isExact: tag !== null,
    link: isBitcoin ? bitcoinLink({ address, units, label: LABEL, message: number }) : null,
    qr: isBitcoin ? bitcoinQrPayload(address, units) : tronQrPayload(address),
    openedAt: openedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}

type ShownTransfer = Pick<Transfer, 'chain' | 'txid' | 'units' | 'state' | 'rejected' | 'confirmations' | 'firstSeenAt'>;

/** `dueUsd`: the invoice's total, which says how many confirmations are needed. */
export function presentTransfer(transfer: ShownTransfer, dueUsd: bigint): ChainTransferWire {
  const { chain, txid, units, state, rejected, confirmations, firstSeenAt } = transfer;
  return {
    chain,
    coin: coinOf[chain],
    txid,
    amount: unitsToText(chain, units),
    state,
    reason: rejected,
    confirmations: { have: confirmations, need: confirmationsNeeded(chain, dueUsd) },
    seenAt: firstSeenAt.toISOString(),
  };
}
