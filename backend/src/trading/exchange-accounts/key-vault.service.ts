import { Injectable } from '@nestjs/common';
import { Sealer } from '../../platform/crypto/index.js';
import type { Credentials } from '../venues/index.js';
import { keySealContext } from './exchange-account.entity.js';

export interface SealedKey {
  apiKey: Uint8Array;
  secretKey: Uint8Array;
  /** Null where the venue's keys have no third part. */
  passphrase: Uint8Array | null;
}

/** Returns null for a row without a key. */
export function toSealed({
  api_key: apiKey,
  secret_key: secretKey,
  passphrase,
}: Record<'api_key' | 'secret_key' | 'passphrase', Uint8Array | null>): SealedKey | null {
  return apiKey && secretKey ? { apiKey, secretKey, passphrase } : null;
}

/** Seals and opens exchange keys; nothing else does. */
@Injectable()
export class KeyVaultService {
  constructor(private readonly sealer: Sealer) {}

  /** Seals a key to its account row and member. */
  seal(accountId: string, userId: string, { apiKey, secretKey, passphrase }: Credentials): SealedKey {
    return {
      apiKey: this.sealer.seal(apiKey, keySealContext(accountId, userId, 'api_key')),
      secretKey: this.sealer.seal(secretKey, keySealContext(accountId, userId, 'secret_key')),
      passphrase: passphrase === undefined ? null : this.sealer.seal(passphrase, keySealContext(accountId, userId, 'passphrase')),
    };
  }

  /** Throws SealBroken. Callers must not keep the result beyond the call that they open it for. */
  open(accountId: string, userId: string, { apiKey, secretKey, passphrase }: SealedKey): Credentials {
    return {
      apiKey: this.sealer.open(apiKey, keySealContext(accountId, userId, 'api_key')).toString('utf8'),
      secretKey: this.sealer.open(secretKey, keySealContext(accountId, userId, 'secret_key')).toString('utf8'),
      ...(passphrase && { passphrase: this.sealer.open(passphrase, keySealContext(accountId, userId, 'passphrase')).toString('utf8') }),
    };
  }

  fingerprint(apiKey: string): Buffer {
    return this.sealer.fingerprint(apiKey);
  }
}
