import { Injectable } from '@nestjs/common';
import { Sealer } from '../../common/crypto/index.js';
import type { Credentials } from '../port/index.js';
import { keySealContext } from './exchange-account.entity.js';

export interface SealedKey {
  apiKey: Buffer;
  secretKey: Buffer;
  /** Null where the venue's keys have no third part. */
  passphrase: Buffer | null;
}

/** The one place where exchange keys are sealed and opened. */
@Injectable()
export class KeyVault {
  constructor(private readonly sealer: Sealer) {}

  /** Seals a key to its account row and member. */
  seal(accountId: string, userId: string, { apiKey, secretKey, passphrase }: Credentials): SealedKey {
    return {
      apiKey: this.sealer.seal(apiKey, keySealContext(accountId, userId, 'api_key')),
      secretKey: this.sealer.seal(secretKey, keySealContext(accountId, userId, 'secret_key')),
      passphrase: passphrase === undefined ? null : this.sealer.seal(passphrase, keySealContext(accountId, userId, 'passphrase')),
    };
  }

  /** Throws SealBroken. The answer must not outlive the call it is opened for. */
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
