import { toDecimal } from '../../../platform/domain/scaled.js';
import { Decimal } from '../../../platform/domain/index.js';
import type { ChainTransferWire, CoinWire, InvoicePaymentWire, QuoteWire } from '../../../platform/wire/index.js';
import {
  bitcoinLink,
  bitcoinQrPayload,
  confirmationsNeeded,
  tronQrPayload,
  unitsToText,
  type Chain,
  type Transfer,
} from '../../chain/index.js';
import type { StoredQuote } from '../invoice-payment.repository.js';
import type { ShownPayment } from '../invoice-payment.reader.js';

/** Characters shown of each end of an address. */
const COMPARED = 6;
const MAX_TRANSFERS = 20;
const LABEL = 'Tidemark';

export const coins: Readonly<Record<Chain, CoinWire>> = { bitcoin: 'BTC', tron: 'USDT' };

export function presentPaymentOf(shown: ShownPayment): InvoicePaymentWire {
  const { view, quote, transfers, delayedSince } = shown;
  const isUnquoted = quote === null && view.phase === 'expired';
  return {
    invoiceId: shown.invoiceId,
    number: shown.number,
    status: shown.status,
    total: cents(shown.total),
    rest: cents(view.restUsd),
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
    coin: coins[chain],
    address,
    checksum: { first: address.slice(0, COMPARED), last: address.slice(-COMPARED) },
    amount: unitsToText(chain, units),
    usd: cents(usd),
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
    coin: coins[chain],
    txid,
    amount: unitsToText(chain, units),
    state,
    reason: rejected,
    confirmations: { have: confirmations, need: confirmationsNeeded(chain, dueUsd) },
    seenAt: firstSeenAt.toISOString(),
  };
}

/** Rounded up: what is due is never shown as less. */
const cents = (usd: bigint): string => new Decimal(toDecimal(usd)).toDecimalPlaces(2, Decimal.ROUND_UP).toFixed(2);
