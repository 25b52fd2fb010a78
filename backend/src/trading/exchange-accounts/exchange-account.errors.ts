import { DomainError, InvalidInput } from '../../platform/domain/index.js';

/** The same API key reads for another member already. */
export class KeyInUse extends InvalidInput {
  constructor() {
    super(
      [{ field: 'apiKey', message: 'This API key is already in use. Create a key of your own at the exchange' }],
      'exchange.key-in-use',
    );
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
      [{ field: 'apiKey', message: `This key can do more than read: ${rights.join(', ')}. Please create a read-only key` }],
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
            'The exchange did not say clearly what this key can do, so we cannot accept it. Please create a read-only key, or ' +
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
      state === 'invalid' ? 'The exchange no longer accepts this key' : 'This key can do more than read, so we do not use it',
    );
  }
}

/** Keys are changed by members whose KYC is approved; before that, the KYC form is where a key belongs. */
export class NotVerified extends DomainError {
  constructor() {
    super('conflict', 'exchange.not-verified', 'Your verification must be approved first');
  }
}

export class ExchangeOutOfReach extends DomainError {
  constructor() {
    super('unavailable', 'exchange.out-of-reach', 'The exchange cannot be reached right now. Please try again later');
  }
}
