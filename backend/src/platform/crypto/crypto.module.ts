import { Global, Module } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import { FileSealer } from './file-sealer.service.js';
import { KeyProvider, LocalKeyring } from './key-ring.provider.js';
import { OfflineSeal } from './offline-seal.service.js';
import { PasswordHasher } from './password-hasher.service.js';
import { Sealer } from './sealer.service.js';

@Global()
@Module({
  providers: [
    { provide: KeyProvider, inject: [AppConfig], useFactory: (config: AppConfig) => new LocalKeyring(config.deriveKeys('seal')) },
    {
      provide: Sealer,
      inject: [KeyProvider, AppConfig],
      useFactory: (keys: KeyProvider, config: AppConfig) => new Sealer(keys, config.deriveKey('fingerprint')),
    },
    { provide: FileSealer, inject: [KeyProvider], useFactory: (keys: KeyProvider) => new FileSealer(keys) },
    { provide: OfflineSeal, inject: [AppConfig], useFactory: (config: AppConfig) => new OfflineSeal(config.offlineSealPublicKey) },
    { provide: PasswordHasher, inject: [AppConfig], useFactory: (config: AppConfig) => new PasswordHasher(config.argon2) },
  ],
  exports: [Sealer, FileSealer, OfflineSeal, PasswordHasher],
})
export class CryptoModule {}
