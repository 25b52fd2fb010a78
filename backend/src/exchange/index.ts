export { KeyInUse, KeyNotUsable, NoExchangeKey } from './accounts/exchange.errors.js';
export { ExchangeService, type KeySummary, type NewKey } from './accounts/exchange.service.js';
export type { KeyState } from './accounts/exchange-account.entity.js';
export type { KeyCheck } from './accounts/key-check.js';
export { exchangeEntities } from './entities.js';
export { ExchangeModule } from './exchange.module.js';
export { ExchangeHttpModule } from './exchange-http.module.js';
export { ExchangeJobsModule } from './exchange-jobs.module.js';
export type { Venue } from './port/index.js';
