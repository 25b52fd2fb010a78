import { DomainError } from '../../platform/domain/index.js';
import type { SettlementItem } from './redemption-life.rules.js';

/** The mandate is not in the state that the act takes (409). */
export class MandateNotWaiting extends DomainError {
  constructor() {
    super('conflict', 'fund.not-waiting', 'This mandate no longer waits for a decision');
  }
}

/** The account's value is unknown or below the minimum of the terms (409). */
export class BelowMinimum extends DomainError {
  constructor(minimum: string, equity: string | null) {
    super(
      'conflict',
      'fund.below-minimum',
      equity === null
        ? 'The value of this account is not known yet. Countersign after its next complete reading'
        : `This account is worth $${equity}. The terms ask for $${minimum} at least`,
    );
  }
}

/** The redemption was acknowledged, cancelled or refused already, or its dealing day has passed (409). */
export class RedemptionNotWaiting extends DomainError {
  constructor() {
    super('conflict', 'fund.redemption-not-waiting', 'This redemption no longer waits for an acknowledgement');
  }
}

/** The checklist of a redemption opens when its notice has ended, and closes when it is settled (409). */
export class ChecklistClosed extends DomainError {
  constructor() {
    super('conflict', 'fund.checklist-closed', 'The checklist of this redemption is open from the end of the notice until it is settled');
  }
}

/** Our access to the account is not this redemption's to end now (409). */
export class AccessStays extends DomainError {
  constructor() {
    super(
      'conflict',
      'fund.access-stays',
      'Our access ends once, after the price of a redemption of everything is known, and not while the client has another mandate',
    );
  }
}

const open: Readonly<Record<SettlementItem, string>> = {
  positions_closed: 'The manager has not closed the positions yet',
  fees_invoiced: 'The fees up to the dealing day are not invoiced yet',
  money_free: 'The money is not free on the account yet',
  access_ended: 'Our access to the account has not ended yet',
};

/** The dealing day has not been priced, or the redemption was settled, cancelled or refused (409). */
export class RedemptionNotPriced extends DomainError {
  constructor() {
    super('conflict', 'fund.redemption-not-priced', 'Only a redemption that is priced can be settled');
  }
}

/** An item of the checklist is open (409). */
export class SettlementOpen extends DomainError {
  constructor(items: readonly SettlementItem[]) {
    super(
      'conflict',
      'fund.settlement-open',
      items.map((item) => open[item]).join('. '),
      items.map((item) => ({ field: item, message: open[item] })),
    );
  }
}
