import { InvalidInput } from '../common/domain/index.js';

/** The exchange does not accept the key. */
export class ExchangeKeyRefused extends InvalidInput {
  constructor(reason: string) {
    super([{ field: 'apiKey', message: `The exchange does not accept this key: ${reason}` }], 'kyc.key-refused');
  }
}

/** The key may do more than read (security T24). */
export class ExchangeKeyTooPowerful extends InvalidInput {
  constructor(readonly rights: readonly string[]) {
    const message = `This key may do more than read: ${rights.join(', ')}. Please make a key that can only read`;
    super([{ field: 'apiKey', message }], 'kyc.key-too-powerful');
  }
}
