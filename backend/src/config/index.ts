export { AppConfig, ConfigError, loadConfig } from './app-config.js';
export { derivedIndexKey, derivedKeys, keyringText, parseKeyring, type Keyring } from './keyring.js';
export { parseLogKey, type LogKeys } from './log-keys.js';
export { retentionTable, type RetentionPeriods } from './retention.js';
export { variables } from './variables.js';
export { ConfigModule } from './config.module.js';
export { parseS3Url, type S3Settings } from './s3-url.js';
export type { TraceSettings } from './trace-settings.js';
export { inNetworks } from './trusted-proxies.js';
