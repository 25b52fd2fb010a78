export { indexCheck, keyChecks, type KeyChecks } from './key-checks.js';
export { KeyPackages } from './key-packages.js';
export { KeyRings } from './key-rings.js';
export { KeysModule } from './keys.module.js';
export { KeyVerification } from './key-verification.js';
export { Retirement } from './retirement.js';
export { Rewrapping, type RewrapReport } from './rewrapping.js';
export { KeyUses, type KeyUse } from './key-uses.js';
export { openPackage, readPackage, type Opener } from './key-package.js';
