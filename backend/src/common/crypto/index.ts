export { CryptoModule } from './crypto.module.js';
export { FileSealer } from './file-sealer.js';
export { KeyProvider, LocalKeyring, type WrappedKey } from './key-provider.js';
export { keyHint, maskSecret } from './mask.js';
export { openOffline, OfflineSeal } from './offline-seal.js';
export { PasswordHasher, type PasswordCost } from './password-hasher.js';
export { lengthPrefixed, SealBroken, type SealContext } from './seal-context.js';
export { Sealer } from './sealer.js';
export { Busy, Semaphore } from './semaphore.js';
