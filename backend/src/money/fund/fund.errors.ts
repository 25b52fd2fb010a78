import { DomainError } from '../../platform/domain/index.js';

/** The member has a mandate that has not ended (409). */
export class MandateExists extends DomainError {
  constructor() {
    super('conflict', 'fund.mandate-exists', 'You have already signed a mandate');
  }
}

/** Something is missing before a mandate can be signed (409). */
export class NotReadyToSign extends DomainError {
  constructor(fact: 'kyc' | 'account') {
    const message = fact === 'kyc' ? 'Your identity must be verified first' : 'Connect an exchange account with a valid key first';
    super('conflict', `fund.${fact}-missing`, message);
  }
}

/** The terms were replaced while the member was reading them (409). */
export class TermsChanged extends DomainError {
  constructor() {
    super('conflict', 'fund.terms-changed', 'The terms have changed. Read them again before you sign');
  }
}

/** The client has no mandate that money could leave (409). */
export class NoActiveMandate extends DomainError {
  constructor() {
    super('conflict', 'fund.no-mandate', 'You have no running mandate');
  }
}

const refusals: Record<string, string> = {
  already_leaving: 'You are already redeeming everything',
  more_than_the_account: 'Your account holds less than this amount',
  rest_below_minimum: 'Less than the minimum would stay in your account. Redeem everything, or less',
};

/** The terms do not allow the redemption (409). */
export class RedemptionRefused extends DomainError {
  constructor(reason: string) {
    super('conflict', `fund.${reason.replaceAll('_', '-')}`, refusals[reason] ?? 'Your terms do not allow this redemption');
  }
}

/** The notice of a redemption has ended, or it was cancelled (409). */
export class RedemptionLocked extends DomainError {
  constructor() {
    super('conflict', 'fund.redemption-locked', 'This redemption can no longer be cancelled');
  }
}
