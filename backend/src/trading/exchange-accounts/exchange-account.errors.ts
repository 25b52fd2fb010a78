import { DomainError, InvalidInput } from '../../platform/domain/index.js';

/** The same API key reads for another member already. */
export class KeyInUse extends InvalidInput {
  constructor() {
    super([{ field: 'apiKey', message: 'This API key is in use already. Make a key of your own at the exchange' }], 'exchange.key-in-use');
  }
}

/** The exchange does not accept the key. */
export class KeyRefused extends InvalidInput {
  constructor(reason: string) {
    super([{ field: 'apiKey', message: `The exchange does not accept this key: ${reason}` }], 'exchange.key-refused');
  }
}

/** The key may do more than read (security T24). */
export class KeyMayDoMore extends InvalidInput {
  constructor(readonly rights: readonly string[]) {
    super(
      [{ field: 'apiKey', message: `This key may do more than read: ${rights.join(', ')}. Please make a key that can only read` }],
      'exchange.key-too-powerful',
    );
  }
}

/** The exchange answered, and nobody can tell from that what the key may do. */
export class KeyRightsUnknown extends InvalidInput {
  constructor() {
    super(
      [
        {
          field: 'apiKey',
          message:
            'The exchange did not say clearly what this key may do, so we cannot take it. Please make a key that can only read, or ' +
            'try again later',
        },
      ],
      'exchange.key-rights-unclear',
    );
  }
}

export class NoExchangeKey extends DomainError {
  constructor() {
    super('conflict', 'exchange.no-key', 'There is no exchange key');
  }
}

/** There is a key, and it must not be used. */
export class KeyNotUsable extends DomainError {
  constructor(state: 'too_powerful' | 'invalid') {
    super(
      'conflict',
      'exchange.key-not-usable',
      state === 'invalid' ? 'The exchange does not accept the key any more' : 'The key may do more than read, so it is not used',
    );
  }
}

/** Keys are changed by members whose KYC is approved; before that, the KYC form is where a key belongs. */
export class NotVerified extends DomainError {
  constructor() {
    super('conflict', 'exchange.not-verified', 'Your verification has to be approved first');
  }
}

export class ExchangeOutOfReach extends DomainError {
  constructor() {
    super('unavailable', 'exchange.out-of-reach', 'The exchange cannot be reached at the moment. Please try again later');
  }
}
