export { AppConfig, ConfigError, loadConfig } from './app.config.js';
export { derivedIndexKey, derivedKeys, keyringText, parseKeyring, type Keyring } from './keyring.config.js';
export { parseLogKey, type LogKeys } from './log-keys.config.js';
export { retentionTable, type RetentionPeriods } from './retention.config.js';
export { variables } from './variables.schema.js';
export { ConfigModule } from './config.module.js';
export { parseS3Url, type S3Settings } from './s3-url.config.js';
export type { TraceSettings } from './traces.config.js';
export { inNetworks } from './trusted-proxies.config.js';
