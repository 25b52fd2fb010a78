import { DomainError, InvalidInput } from '../../common/domain/index.js';

/** The same API key reads for another member already. */
export class KeyInUse extends InvalidInput {
  constructor() {
    super([{ field: 'apiKey', message: 'This API key is in use already. Make a key of your own at the exchange' }], 'exchange.key-in-use');
  }
}

export class NoExchangeKey extends DomainError {
  constructor() {
    super('conflict', 'exchange.no-key', 'This member has given no exchange key');
  }
}

/** There is a key, and it must not be used. */
export class KeyNotUsable extends DomainError {
  constructor(state: 'too_powerful' | 'invalid') {
    super('conflict', 'exchange.key-not-usable', state === 'invalid' ? 'The exchange does not accept this member’s key any more' : 'This member’s key may do more than read, so it is not used');
  }
}
