export { PayAddressesModule } from './pay-addresses.module.js';
export { PayAddressesService, type PayAddresses } from './pay-addresses.service.js';
export { accountId, checksumOf } from './shown-value.rules.js';
