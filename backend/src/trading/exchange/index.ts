export { ExchangeAccount } from './accounts/exchange-account.entity.js';
export { KeyInUse, KeyNotUsable, NoExchangeKey } from './accounts/exchange.errors.js';
export { ExchangeService, refuseUnfit, type KeySummary } from './accounts/exchange.service.js';
export { chooseVenue, offeredVenue, parseApiKey } from './accounts/api-key.input.js';
export { KeyStorage } from './accounts/key-storage.service.js';
export type { NewKey } from './accounts/key-storage.service.js';
export { venueProfiles, type VenueProfile } from './accounts/venue-profiles.js';
export type { KeyState } from './accounts/exchange-account.entity.js';
export type { KeyCheck } from './accounts/key-checker.js';
export { exchangeEntities } from './entities.js';
export { ExchangeModule } from './exchange.module.js';
export { ExchangeCliModule } from './exchange-cli.module.js';
export { RequestSyncService } from './sync/request-sync.service.js';
export { publicConfig } from './http/public-config.presenter.js';
export { ExchangeHttpModule } from './exchange-http.module.js';
export { ExchangeJobsModule } from './exchange-jobs.module.js';
export {
  BRIDGES,
  candleLengths,
  ExchangeError,
  MarketDataGateway,
  markets,
  SymbolGone,
  VenueClocks,
  venues,
  type Candle,
  type CandleClose,
  type CandleLength,
  type CandleRequest,
  type Credentials,
  type FundingRate,
  type FundingRequest,
  type LeverageBracket,
  type Market,
  type MarketData,
  type Quote,
  type SpotPairs,
  type Told,
  type Venue,
} from './port/index.js';
export { SyncHealthReader, type SyncHealth } from './history/sync-health.repository.js';
export { accountRead } from './jobs/exchange.jobs.js';
export { CREDITED_DEPOSITS, RETURNED_WITHDRAWALS, venueRules } from './reconciliation/venue-rules.js';
export { findCurrentAccountId } from './history/current-account.query.js';
