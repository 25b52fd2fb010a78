import { DomainError } from '../../platform/domain/index.js';
import type { Refusal } from '../chain/index.js';

const sentences = {
  'payment-on-its-way': 'A payment for this invoice is on its way. Please wait for its confirmation',
  paid: 'This invoice is already paid',
  void: 'This invoice was voided. You do not need to pay it',
} as const satisfies Record<Refusal, string>;

/** No quote is opened for the invoice now (409). */
export class QuoteRefused extends DomainError {
  constructor(why: keyof typeof sentences) {
    super('conflict', `invoice.quote-${why}`, sentences[why]);
  }
}

/** Too few sources of prices answer, or they do not agree (503). */
export class NoPaymentRate extends DomainError {
  constructor() {
    super('unavailable', 'invoice.no-rate', 'The price of the coin is unknown right now. Please try again in a minute');
  }
}

/** The operator has set up no payments on this chain (409, names the field). */
export class ChainNotOffered extends DomainError {
  constructor() {
    const message = 'Payments by quote are not offered on this chain';
    super('conflict', 'invoice.chain-not-offered', message, [{ field: 'chain', message }]);
  }
}

/** The demo wallet pays open quotes alone (409). */
export class NoOpenQuote extends DomainError {
  constructor() {
    super('conflict', 'invoice.no-open-quote', 'There is no open price for this invoice. Get a new one first');
  }
}

/** The invoice is voided once its payment is final (409). */
export class PaymentOnItsWay extends DomainError {
  constructor() {
    super('conflict', 'invoice.payment-on-its-way', 'A payment for this invoice is on its way. Void the invoice once it is confirmed');
  }
}

const unresolved = {
  resolved: 'This payment has already been resolved',
  'not-final': 'This payment is not confirmed yet',
  'nothing-to-do': 'This payment does not need anybody',
  'no-money': 'Lost payments and contradictions cannot be booked or returned. Close them without money',
} as const;

/** The transfer cannot be resolved like this now (409). */
export class CannotResolve extends DomainError {
  constructor(why: keyof typeof unresolved) {
    super('conflict', `chain-transfer.${why}`, unresolved[why]);
  }
}

/** No issued invoice has this number, or it is void (400, names the field). */
export class NoSuchInvoice extends DomainError {
  constructor(why: 'unknown' | 'void') {
    const message = why === 'void' ? 'This invoice is void. Choose another one of the member' : 'There is no invoice with this number';
    super('invalid', `chain-transfer.invoice-${why}`, message, [{ field: 'invoice', message }]);
  }
}

/** The price has moved since the admin saw the value (409, names the field). */
export class ValueChanged extends DomainError {
  constructor() {
    const message = 'The price has changed. Check the new value and book again';
    super('conflict', 'chain-transfer.value-changed', message, [{ field: 'value', message }]);
  }
}
