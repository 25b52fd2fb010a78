import { resolve } from 'node:path';
import { demoWalletOf, readChains } from './chain-settings.config.js';
import type { ChainSettings, DemoWallet } from './chain-source.config.js';
import { fxSourceUrl } from './fx-source.config.js';
import { readDemoKeys, type DemoKeys } from './demo-keys.config.js';
import { derivedIndexKey, derivedKeys, developmentKeyring, parseKeyring, type Keyring } from './keyring.config.js';
import { developmentLogKey, parseLogKey, parseLogPublicKeys, type LogKeys } from './log-keys.config.js';
import { parseMarketKeys, type MarketKey } from './market-keys.config.js';
import { newsWidgetUrl } from './news-widget.config.js';
import { bitcoinAddress, EXAMPLE_ADDRESSES, isWellKnownAddress, tronAddress } from './pay-addresses.config.js';
import { retentionTable, type RetentionPeriods } from './retention.config.js';
import { sellerOf, type Seller } from './seller.config.js';
import { mailDomain } from './mail-domain.config.js';
import { telegramSettings, type TelegramSettings } from './telegram.config.js';
import { parseTraceHeaders, traceUrl, type TraceSettings } from './traces.config.js';
import { DEFAULT_PROXIES, parseTrustedProxies } from './trusted-proxies.config.js';
import { readVariables, type VenueName } from './variables.schema.js';
import { webPushSettings, type WebPushSettings } from './web-push.config.js';

/** Holds every problem of the environment; `message` is one line. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(problems.join('; '));
    this.name = 'ConfigError';
  }
}

/** The typed settings of a process, created at start by `loadConfig`; nothing else reads process.env. */
export class AppConfig {
  readonly env!: 'development' | 'test' | 'production';
  readonly port!: number;
  readonly host!: string;
  readonly publicUrl!: string;
  readonly databaseUrl!: string;
  /** Connects as the owner of the tables; undefined: `databaseUrl` does. */
  readonly databaseOwnerUrl?: string;
  /** With `asOwner`: the URL of API and worker; undefined: the same as the owner's. */
  readonly databaseAppUrl?: string;
  /** Maximum connections a process. */
  readonly databasePool!: number;
  readonly redisUrl?: string;
  /** An absolute path. */
  readonly dataDir!: string;
  readonly s3Url?: string;
  /** Undefined: the development mailbox on `devSmtpPort`. */
  readonly smtpUrl?: string;
  readonly smtpTimeoutSeconds!: number;
  /** How long a broadcast can be cancelled before its first email is sent. */
  readonly broadcastDelaySeconds!: number;
  /** IANA zone of members who have set none. */
  readonly clubTimeZone!: string;
  /** Maximum distance of a new signal's entry from the market price; 0: not checked. */
  readonly signalEntryBandPercent!: number;
  readonly devSmtpPort!: number;
  readonly mailFrom!: string;
  /** `venues`: those that members may add a key of, in display order. */
  readonly exchange!: { kind: 'live' | 'sandbox' | 'other'; url?: string; venues: readonly VenueName[]; okxHost: string };
  /** The operator's own keys, for market data that a venue returns to key holders only. */
  readonly marketKeys!: ReadonlyMap<VenueName, MarketKey>;
  readonly egressAddress?: string;
  /** What the club changed in the defaults of notifications; messaging/preferences checks it. */
  readonly notificationDefaults!: Readonly<Record<string, unknown>>;
  /** Webhooks may call this machine, over http and on every port. Never in production. */
  readonly webhookLoopback!: boolean;
  /** Null: there is no Telegram channel. */
  readonly telegram!: Readonly<TelegramSettings> | null;
  /** Null: there is no web push. */
  readonly webPush!: Readonly<WebPushSettings> | null;
  /** URL of a third party's news page, shown in a frame; null: none. */
  readonly newsWidgetUrl!: string | null;
  readonly demoWallet!: DemoWallet | null;
  /** Where exchange rates of currencies are read; null: nowhere. */
  readonly fxUrl!: string | null;
  /** false: a worker that removes itself is served in its place. */
  readonly serviceWorker!: boolean;
  /** Absolute; unset: the build beside the back end's. */
  readonly webAppDir?: string;
  /** Networks in CIDR notation whose proxies may name the client's address. */
  readonly trustedProxies!: readonly string[];
  readonly sync!: { intervalMinutes: number };
  readonly adminEmail?: string;
  readonly adminPassword?: string;
  readonly adminMfa!: 'required' | 'optional';
  /** In US dollars. */
  readonly fees!: Readonly<{ tradeClub: number; hedgeFund: number }>;
  /** Printed on invoices and credit notes; null: their documents name the club alone. */
  readonly seller!: Seller | null;
  /** Days until an invoice is due, and days after that until each reminder. */
  readonly invoices!: Readonly<{ dueDays: number; reminderDays: readonly number[] }>;
  /** How much of an invoice a payment to its own address may lack, as a decimal. */
  readonly paymentTolerancePercent!: string;
  /** Hours within which a KYC submission should be decided. */
  readonly kycServiceHours!: number;
  /** `fund`: in the console two reviewers approve a client of the fund. */
  readonly kycSecondReview!: 'fund' | 'off';
  /** Whose exchange account is the club's own; undefined: none is named. */
  readonly managerUserId?: string;
  /** Canonical, with valid checksums. */
  readonly payAddresses!: Readonly<{ btc: string; usdtTrc20: string }>;
  /** Sources of chain data, and the account that receives BTC. */
  readonly chains!: Readonly<ChainSettings>;
  readonly seedDemo!: boolean;
  readonly demoExchangeKeys?: DemoKeys;
  readonly keyring!: Keyring;
  readonly offlineSealPublicKey?: string;
  readonly argon2!: { memoryCost: number; timeCost: number; parallelism: 1 };
  readonly retention!: Readonly<RetentionPeriods>;
  readonly auditAnchorFile?: string;
  readonly logKeys!: LogKeys;
  /** Port of the worker's health server; undefined: none. */
  readonly workerPort?: number;
  /** Delay between the shutdown signal and the end of listening, in which readiness fails. */
  readonly shutdownDelaySeconds!: number;
  readonly logLevel!: string;
  /** Undefined: traces are off. */
  readonly traces?: Readonly<TraceSettings>;

  constructor(fields: Omit<AppConfig, 'production' | 'deriveKey' | 'deriveKeys' | 'developmentMailbox' | 'asOwner' | 'asApp'>) {
    Object.freeze(Object.assign(this, fields));
  }

  get production(): boolean {
    return this.env === 'production';
  }

  get developmentMailbox(): boolean {
    return this.smtpUrl === undefined && !this.production;
  }

  /** Returns these settings for a process that changes the schema. */
  asOwner(): AppConfig {
    const { databaseOwnerUrl, databaseUrl } = this;
    return databaseOwnerUrl === undefined ? this : new AppConfig({ ...this, databaseUrl: databaseOwnerUrl, databaseAppUrl: databaseUrl });
  }

  /** Reverts `asOwner`. */
  asApp(): AppConfig {
    const { databaseAppUrl, ...same } = this;
    return databaseAppUrl === undefined ? this : new AppConfig({ ...same, databaseUrl: databaseAppUrl });
  }

  /** Derives keys for one purpose from each key of the ring: rotating the ring rotates them, and no purpose can use another's key. */
  deriveKeys(purpose: string): { current: string; keys: ReadonlyMap<string, Buffer> } {
    return derivedKeys(this.keyring, purpose);
  }

  /** Derives a key that rotations do not change: for blind indexes and fingerprints. */
  deriveKey(purpose: string): Buffer {
    return derivedIndexKey(this.keyring, purpose);
  }
}

/** Reads the environment into an AppConfig. Throws ConfigError naming every variable that is wrong or missing. */
export function loadConfig(environment: NodeJS.ProcessEnv): AppConfig {
  const { values: v, problems } = readVariables(environment);
  const env = v.NODE_ENV ?? 'development';
  const production = env === 'production';
  const host = v.HOST ?? '127.0.0.1';
  const port = v.PORT ?? 3000;
  const publicUrl = (v.PUBLIC_URL ?? `http://${host}:${port}`).replace(/\/+$/, '');
  const dataDir = resolve(v.DATA_DIR ?? '.data');
  if (!v.DATABASE_URL && !production) problems.push('DATABASE_URL is not set (npm start brings a database of its own)');
  if (!v.EXCHANGE_URL && !production) problems.push('EXCHANGE_URL is not set (npm start brings the sandbox exchange)');
  if (production && v.WEBHOOK_LOOPBACK) problems.push('WEBHOOK_LOOPBACK must not be true in production: members could call this machine');
  const attempt = <T>(name: string, read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return undefined;
    }
  };
  if (v.DATABASE_OWNER_URL && v.DATABASE_URL && roleOf(v.DATABASE_OWNER_URL) === roleOf(v.DATABASE_URL))
    problems.push('DATABASE_OWNER_URL must name another role than DATABASE_URL: API and worker must not own the tables');
  const demo = v.DEMO_EXCHANGE_KEYS;
  const demoExchangeKeys = demo === undefined ? undefined : attempt('DEMO_EXCHANGE_KEYS', () => readDemoKeys(demo));
  const ownKeys = v.MARKET_KEYS;
  const marketKeys = ownKeys === undefined ? new Map<VenueName, MarketKey>() : attempt('MARKET_KEYS', () => parseMarketKeys(ownKeys));
  const payAddress = (name: 'PAY_BTC_ADDRESS' | 'PAY_USDT_TRC20_ADDRESS', example: string, read: (text: string) => string) =>
    attempt(name, () => {
      const address = read(v[name] ?? example);
      if (production && v[name] !== undefined && isWellKnownAddress(address))
        throw new Error('is a well-known example address: set your own');
      return address;
    });
  const btc = payAddress('PAY_BTC_ADDRESS', EXAMPLE_ADDRESSES.btc, bitcoinAddress);
  const usdtTrc20 = payAddress('PAY_USDT_TRC20_ADDRESS', EXAMPLE_ADDRESSES.usdtTrc20, tronAddress);
  const telegram = telegramSettings(v, attempt);
  const webPush = webPushSettings(v, attempt);
  const chains = readChains(v, production, attempt, usdtTrc20);
  const trustedProxies = attempt('TRUSTED_PROXIES', () => parseTrustedProxies(v.TRUSTED_PROXIES ?? DEFAULT_PROXIES)) ?? [];
  const seller = attempt('SELLER_ADDRESS', () => sellerOf(v)) ?? null;
  const newsWidget = attempt('NEWS_WIDGET_URL', () => newsWidgetUrl(v.NEWS_WIDGET_URL, publicUrl)) ?? null;
  const fxUrl = attempt('FX_URL', () => fxSourceUrl(v.FX_URL)) ?? null;
  const sealed = v.ENCRYPTION_KEYS;
  const keyring = sealed
    ? attempt('ENCRYPTION_KEYS', () => parseKeyring(sealed, environment['ENCRYPTION_KEYS_FILE'] || undefined))
    : production
      ? undefined
      : attempt('DATA_DIR', () => developmentKeyring(dataDir));
  const [logKey, earlierLogKeys] = [v.LOG_SIGNING_KEY, v.LOG_EARLIER_KEYS];
  const current = logKey
    ? attempt('LOG_SIGNING_KEY', () => parseLogKey(logKey))
    : production || !keyring
      ? undefined
      : attempt('DATA_DIR', () => developmentLogKey(dataDir));
  const earlier = earlierLogKeys ? attempt('LOG_EARLIER_KEYS', () => parseLogPublicKeys(earlierLogKeys)) : [];
  const [endpoint, traceHeaders] = [v.OTEL_EXPORTER_OTLP_ENDPOINT, v.OTEL_EXPORTER_OTLP_HEADERS];
  const headers = traceHeaders === undefined ? {} : (attempt('OTEL_EXPORTER_OTLP_HEADERS', () => parseTraceHeaders(traceHeaders)) ?? {});
  if (problems.length > 0 || !keyring || !current || !earlier || !btc || !usdtTrc20 || !marketKeys) throw new ConfigError(problems);
  const memoryCost = v.ARGON2_MEMORY_KIB ?? 47_104;

  return new AppConfig({
    env,
    port,
    host,
    publicUrl,
    databaseUrl: v.DATABASE_URL!,
    ...(v.DATABASE_OWNER_URL && { databaseOwnerUrl: v.DATABASE_OWNER_URL }),
    databasePool: v.DATABASE_POOL ?? 20,
    ...(v.REDIS_URL && { redisUrl: v.REDIS_URL }),
    dataDir,
    ...(v.S3_URL && { s3Url: v.S3_URL }),
    ...(v.SMTP_URL && { smtpUrl: v.SMTP_URL }),
    smtpTimeoutSeconds: v.SMTP_TIMEOUT_SECONDS ?? 30,
    broadcastDelaySeconds: v.BROADCAST_DELAY_SECONDS ?? (production ? 60 : 3),
    clubTimeZone: v.CLUB_TIME_ZONE ?? 'UTC',
    signalEntryBandPercent: v.SIGNAL_ENTRY_BAND_PERCENT ?? 15,
    devSmtpPort: v.DEV_SMTP_PORT ?? 1025,
    mailFrom: v.MAIL_FROM ?? `Tidemark <no-reply@${mailDomain(publicUrl)}>`,
    demoWallet: demoWalletOf(v),
    exchange: {
      ...(v.EXCHANGE_URL === 'live' ? { kind: 'live' } : { kind: v.SANDBOX_EMBEDDED ? 'sandbox' : 'other', url: v.EXCHANGE_URL! }),
      venues: v.EXCHANGE_VENUES ?? ['binance'],
      okxHost: v.OKX_HOST ?? 'www.okx.com',
    },
    marketKeys,
    ...(v.EGRESS_ADDRESS && { egressAddress: v.EGRESS_ADDRESS }),
    notificationDefaults: v.NOTIFICATION_DEFAULTS ?? {},
    webhookLoopback: v.WEBHOOK_LOOPBACK ?? false,
    telegram,
    webPush,
    newsWidgetUrl: newsWidget,
    fxUrl,
    serviceWorker: v.SERVICE_WORKER ?? true,
    ...(v.WEB_APP_DIR && { webAppDir: resolve(v.WEB_APP_DIR) }),
    trustedProxies: Object.freeze(trustedProxies),
    sync: { intervalMinutes: v.SYNC_INTERVAL_MINUTES ?? 15 },
    ...(v.ADMIN_EMAIL && { adminEmail: v.ADMIN_EMAIL }),
    ...(v.ADMIN_PASSWORD && { adminPassword: v.ADMIN_PASSWORD }),
    adminMfa: v.ADMIN_MFA ?? (production ? 'required' : 'optional'),
    // Frozen as the rest is: one changed address redirects every fee (security 1.1, A6).
    fees: Object.freeze({ tradeClub: v.FEE_TRADE_CLUB ?? 50, hedgeFund: v.FEE_HEDGE_FUND ?? 20 }),
    paymentTolerancePercent: v.PAYMENT_TOLERANCE_PERCENT ?? '0',
    seller,
    invoices: Object.freeze({ dueDays: v.INVOICE_DUE_DAYS ?? 14, reminderDays: Object.freeze(v.INVOICE_REMINDER_DAYS ?? [3, 10, 20]) }),
    kycServiceHours: v.KYC_SERVICE_HOURS ?? 24,
    kycSecondReview: v.KYC_SECOND_REVIEW ?? 'fund',
    ...(v.MANAGER_USER_ID !== undefined && { managerUserId: v.MANAGER_USER_ID.toLowerCase() }),
    payAddresses: Object.freeze({ btc, usdtTrc20 }),
    chains,
    seedDemo: v.SEED_DEMO ?? !production,
    ...(demoExchangeKeys && { demoExchangeKeys }),
    keyring,
    ...(v.OFFLINE_SEAL_PUBLIC_KEY && { offlineSealPublicKey: v.OFFLINE_SEAL_PUBLIC_KEY }),
    // OWASP's two equivalent settings: 46 MiB in one pass, or 19 MiB in two.
    argon2: { memoryCost, timeCost: v.ARGON2_PASSES ?? (memoryCost >= 47_104 ? 1 : 2), parallelism: 1 },
    retention: Object.freeze({
      ...retentionTable,
      ...(v.RETENTION_UNCONFIRMED_DAYS !== undefined && { unconfirmedDays: v.RETENTION_UNCONFIRMED_DAYS }),
      ...(v.RETENTION_SESSION_DAYS !== undefined && { sessionDays: v.RETENTION_SESSION_DAYS }),
      ...(v.RETENTION_REJECTED_KYC_DAYS !== undefined && { rejectedKycDays: v.RETENTION_REJECTED_KYC_DAYS }),
      ...(v.RETENTION_CLUB_HISTORY_DAYS !== undefined && { clubHistoryDays: v.RETENTION_CLUB_HISTORY_DAYS }),
      ...(v.RETENTION_FUND_HISTORY_YEARS !== undefined && { fundHistoryYears: v.RETENTION_FUND_HISTORY_YEARS }),
      ...(v.RETENTION_RECORDS_YEARS !== undefined && { recordsYears: v.RETENTION_RECORDS_YEARS }),
    }),
    ...(v.AUDIT_ANCHOR_FILE && { auditAnchorFile: resolve(v.AUDIT_ANCHOR_FILE) }),
    logKeys: Object.freeze({ current, earlier }),
    ...(v.WORKER_PORT !== undefined && { workerPort: v.WORKER_PORT }),
    shutdownDelaySeconds: v.SHUTDOWN_DELAY_SECONDS ?? (production ? 5 : 0),
    logLevel: v.LOG_LEVEL ?? 'info',
    ...(endpoint && {
      traces: Object.freeze({
        url: traceUrl(endpoint),
        headers,
        sampler: v.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
        ratio: v.OTEL_TRACES_SAMPLER_ARG ?? 1,
        trustTraceparent: v.TRUST_TRACEPARENT ?? false,
      }),
    }),
  });
}

const roleOf = (databaseUrl: string) => decodeURIComponent(new URL(databaseUrl).username);
