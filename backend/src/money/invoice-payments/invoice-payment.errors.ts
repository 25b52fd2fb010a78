import { DomainError } from '../../platform/domain/index.js';
import type { Refusal } from '../chain/index.js';

const sentences = {
  'payment-on-its-way': 'A payment for this invoice is on its way. Please wait until it is confirmed',
  paid: 'This invoice is paid already',
  void: 'This invoice was voided and needs no payment',
} as const satisfies Record<Exclude<Refusal, 'no-rate'>, string>;

/** No quote is opened for the invoice now (409). */
export class QuoteRefused extends DomainError {
  constructor(why: keyof typeof sentences) {
    super('conflict', `invoice.quote-${why}`, sentences[why]);
  }
}

/** Too few sources of prices answer, or they do not agree (503). */
export class NoPaymentRate extends DomainError {
  constructor() {
    super('unavailable', 'invoice.no-rate', 'The price of the coin is not known at the moment. Please try again in a minute');
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
    super('conflict', 'invoice.no-open-quote', 'There is no open price for this invoice. Please get a new one first');
  }
}
