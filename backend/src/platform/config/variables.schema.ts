import { z } from 'zod';
import { chainVariables } from './chain-variables.schema.js';
import { messagingVariables } from './messaging-variables.schema.js';
import { parseS3Url } from './s3-url.config.js';
import { withSecretFiles } from './secret-files.reader.js';
import { sellerVariables } from './seller-variables.schema.js';
import { telegramVariables } from './telegram-variables.schema.js';
import { samplers } from './traces.config.js';
import { flag, increasingDays, integer, text, url, variable } from './variable.schema.js';
import { webPushVariables } from './web-push-variables.schema.js';

const isS3Url = (value: string) => {
  try {
    return Boolean(parseS3Url(value));
  } catch {
    return false; // the variable's message explains the format
  }
};
/** Exchanges with an adapter. */
export const venueNames = ['binance', 'bybit', 'okx'] as const;
export type VenueName = (typeof venueNames)[number];
/** OKX separates accounts by region; a key works at its own host only. A fixed list, because members' keys are sent there. */
const okxHosts = ['www.okx.com', 'my.okx.com', 'eea.okx.com', 'app.okx.com', 'us.okx.com', 'tr.okx.com'] as const;
const isVenue = (name: string): name is VenueName => venueNames.some((known) => known === name);

/** Every environment variable of the back end (contract section 4). A check compares `.env.example` with this table. */
export const variables = {
  NODE_ENV: variable(
    z.enum(['development', 'test', 'production'], 'must be development, test or production').optional(),
    'development, test or production; unset: development',
  ),
  PORT: variable(integer(0, 65535).optional(), 'Port of API and web app; unset: 3000'),
  HOST: variable(text().optional(), 'Address to listen on; unset: 127.0.0.1'),
  PUBLIC_URL: variable(
    url(['http', 'https']).optional(),
    'Address of the site as members see it, used in mails; unset: http://HOST:PORT',
    'required',
  ),
  DATABASE_URL: variable(
    url(['postgres', 'postgresql']).optional(),
    'PostgreSQL; unset: npm start brings its own, kept in DATA_DIR',
    'required',
  ),
  DATABASE_OWNER_URL: variable(
    url(['postgres', 'postgresql']).optional(),
    'The same database as the owner of its tables, for migrate, backup and restore alone; migrate then makes the role of ' +
      'DATABASE_URL and grants it what API and worker need; unset: DATABASE_URL',
  ),
  DATABASE_POOL: variable(
    integer(2, 200).optional(),
    'Connections to PostgreSQL that one process opens at most for its statements, 2 to 200; those of the queues and of ' +
      'LISTEN come on top; unset: 20',
  ),
  REDIS_URL: variable(
    url(['redis', 'rediss']).optional(),
    "Redis for the queues; unset: BullMQ's PostgreSQL back end on the same database",
  ),
  TRUSTED_PROXIES: variable(
    text().optional(),
    'Proxies whose X-Forwarded-For says who the client is, a comma list of addresses, networks (10.0.0.0/8), loopback, ' +
      'linklocal, uniquelocal, or none; unset: loopback,linklocal,uniquelocal',
  ),
  DATA_DIR: variable(text().optional(), 'Folder of the embedded database, uploaded files and development keys; unset: ./.data', 'required'),
  S3_URL: variable(
    text().refine(isS3Url, 'must be s3://KEY:SECRET@HOST:PORT/BUCKET?region=REGION&tls=1').optional(),
    'Where sealed files are kept, s3://KEY:SECRET@HOST:PORT/BUCKET?region=REGION&tls=1; unset: DATA_DIR/files',
  ),
  ...messagingVariables,
  ...telegramVariables,
  ...webPushVariables,
  EXCHANGE_URL: variable(
    z.union([z.literal('live'), url(['http', 'https'])], 'must be "live" or an http:// or https:// address').optional(),
    'live: the real exchange; an address: every call goes there, paths unchanged; unset: the sandbox exchange',
    'required',
  ),
  SIGNAL_ENTRY_BAND_PERCENT: variable(
    integer(0, 100).optional(),
    'How far the entry of a new signal may lie from the market, in percent; unset: 15; 0: the market is not asked',
  ),
  MARKET_KEYS: variable(
    text().optional(),
    'Read-only key of an account of your own, never of a member, for the leverage brackets of Binance, as JSON ' +
      '{"binance":{"apiKey":"...","secret":"..."}}, or file:/path of one; unset: they are not asked, and 125x with 0.5 % ' +
      'maintenance margin is assumed',
  ),
  EXCHANGE_VENUES: variable(
    text()
      .transform((value) => value.split(',').map((name) => name.trim()))
      .superRefine((names, context) => {
        const unknown = names.filter((name) => !isVenue(name));
        if (unknown.length > 0)
          context.addIssue(`names ${unknown.map((name) => `"${name}"`).join(', ')}: it is a comma list of ${venueNames.join(', ')}`);
      })
      .transform((names) => [...new Set(names.filter(isVenue))])
      .optional(),
    'Exchanges that members may bring a key of, a comma list of binance, bybit, okx; unset: binance',
  ),
  OKX_HOST: variable(
    z.enum(okxHosts, `must be one of ${okxHosts.join(', ')}`).optional(),
    "OKX's host for the region in which members' keys were made; unset: www.okx.com",
  ),
  SANDBOX_EMBEDDED: variable(flag().optional(), 'Set by npm start when EXCHANGE_URL is the sandbox exchange it brought'),
  SANDBOX_CONTROL_TOKEN: variable(text().optional(), 'Set by npm start: lets the demo wallet pay on the chains of the sandbox'),
  EGRESS_ADDRESS: variable(text().optional(), 'Our address as the exchange sees it; members are asked to put it on their key'),
  NEWS_WIDGET_URL: variable(
    text().optional(),
    'Page of another site with market news, shown in a frame once a member agrees; {theme} in it becomes light or dark; ' +
      'off: none; unset: the timeline of TradingView',
  ),
  FX_URL: variable(
    text().optional(),
    "Reference rates in the European Central Bank's XML format, its daily file or that of 90 days; http:// within a private network " +
      'alone; off: every figure stays in US dollars; unset: https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  ),
  SERVICE_WORKER: variable(
    flag().optional(),
    'false: browsers remove the service worker and all it keeps at their next visit, and the app opens with a network alone; unset: true',
  ),
  WEB_APP_DIR: variable(
    text().optional(),
    'Folder of the built web app, for one that was built with settings of its own; unset: the one that belongs to this version',
  ),
  SYNC_INTERVAL_MINUTES: variable(integer(1, 1440).optional(), "Minutes between two syncs of a member's account; unset: 15"),
  ADMIN_EMAIL: variable(
    text().optional(),
    'Email of the first admin, made when there is none; unset: admin@example.com outside production',
  ),
  ADMIN_PASSWORD: variable(
    text().optional(),
    'Password of the first admin, 15 characters or more; unset: generated once and printed, outside production',
  ),
  ADMIN_MFA: variable(
    z.enum(['required', 'optional'], 'must be required or optional').optional(),
    'Second factor of admins; unset: required in production, optional outside it',
  ),
  FEE_TRADE_CLUB: variable(integer(0, 1_000_000).optional(), 'Subscription fee of the trade club in dollars; unset: 50'),
  FEE_HEDGE_FUND: variable(integer(0, 1_000_000).optional(), 'Subscription fee of the hedge fund in dollars; unset: 20'),
  ...sellerVariables,
  INVOICE_DUE_DAYS: variable(integer(1, 90).optional(), 'Days until an invoice is due; unset: 14'),
  PAYMENT_TOLERANCE_PERCENT: variable(
    text()
      .regex(/^(0(\.\d{1,2})?|1(\.0{1,2})?)$/, 'must be from 0 to 1, with two decimal places at most')
      .optional(),
    'How much of an invoice a payment to its own address may lack, in percent, from 0 to 1; written off; unset: 0',
  ),
  INVOICE_REMINDER_DAYS: variable(
    increasingDays(90).optional(),
    'Days after the due date on which a reminder of an open invoice is sent, increasing, divided by commas; unset: 3,10,20',
  ),
  KYC_SERVICE_HOURS: variable(
    integer(1, 720).optional(),
    'Hours within which a KYC submission should be decided; the queue marks those that are due soon or overdue; unset: 24',
  ),
  KYC_SECOND_REVIEW: variable(
    z.enum(['fund', 'off'], 'must be fund or off').optional(),
    'fund: in the console two reviewers approve a client of the fund, where the team has two; off: one does; unset: fund',
  ),
  MANAGER_USER_ID: variable(
    z.uuid('must be the id of a user, as the address of their page in the console ends with it').optional(),
    "Id of the member of the trade club whose exchange account is the club's own: the track record shows how often it followed the " +
      'signals; unset: it says that none is named',
  ),
  PAY_BTC_ADDRESS: variable(
    text().optional(),
    'Bitcoin address for subscription fees; unset: an example address outside production',
    'required',
  ),
  PAY_USDT_TRC20_ADDRESS: variable(
    text().optional(),
    'USDT (TRC20) address for subscription fees; unset: an example address outside production',
    'required',
  ),
  ...chainVariables,
  SEED_DEMO: variable(flag().optional(), 'Demo club: members, their cases and 18 months of signals; unset: true outside production'),
  DEMO_EXCHANGE_KEYS: variable(text().optional(), 'Set by npm start: read-only keys of the sandbox exchange for the demo members, as JSON'),
  ENCRYPTION_KEYS: variable(
    text().optional(),
    'Key ring as JSON {"current":"id","keys":{"id":"32 bytes in base64"},"index":"32 bytes in base64"}, or file:/path of ' +
      'one; unset: a development ring in DATA_DIR',
    'required',
  ),
  OFFLINE_SEAL_PUBLIC_KEY: variable(
    text()
      .refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64')
      .optional(),
    'X25519 public key (base64) that seals exchange sign-ins; unset: only the fact that one was given is kept',
  ),
  ARGON2_MEMORY_KIB: variable(integer(19_456, 4_194_304).optional(), 'Memory of one password hash; unset: 47104'),
  ARGON2_PASSES: variable(integer(1, 20).optional(), 'Passes of one password hash; unset: 1 (2 below 47104 KiB)'),
  RETENTION_UNCONFIRMED_DAYS: variable(
    integer(2, 90).optional(),
    'Days after which a sign-up whose address was never confirmed is deleted; unset: 7',
  ),
  RETENTION_SESSION_DAYS: variable(integer(30, 365).optional(), 'Days that a session is kept after its end; unset: 90'),
  RETENTION_REJECTED_KYC_DAYS: variable(
    integer(30, 1825).optional(),
    'Days that documents of a rejected or never completed verification are kept; unset: 90',
  ),
  RETENTION_CLUB_HISTORY_DAYS: variable(
    integer(1, 3650).optional(),
    'Days that the exchange history of a member of the club is kept after the membership ends; unset: 30',
  ),
  RETENTION_FUND_HISTORY_YEARS: variable(
    integer(1, 10).optional(),
    'Years that the exchange history of a client of the fund is kept after the membership ends; unset: 5',
  ),
  RETENTION_RECORDS_YEARS: variable(
    integer(5, 10).optional(),
    'Years that identity papers and payment proofs are kept after the membership ends; an authority may ask for up to 5 more; unset: 5',
  ),
  AUDIT_ANCHOR_FILE: variable(
    text().optional(),
    'File on another disk or machine that gets a line for every anchor of the audit chain; unset: the log alone has them',
  ),
  LOG_SIGNING_KEY: variable(
    text().optional(),
    'P-256 private key that signs the heads of the transparency log (PKCS#8 in base64), or file:/path of one; unset: a ' +
      'development key in DATA_DIR',
    'required',
  ),
  LOG_EARLIER_KEYS: variable(
    text().optional(),
    'Public keys (SPKI in base64, a comma list) that signed heads of the transparency log before LOG_SIGNING_KEY did',
  ),
  WORKER_PORT: variable(
    integer(0, 65535).optional(),
    'Port on which a worker answers /health/live, /health/ready and /metrics, at HOST; unset: it listens nowhere',
  ),
  SHUTDOWN_DELAY_SECONDS: variable(
    integer(0, 60).optional(),
    'Seconds between the signal to end and the end of listening, in which a load balancer sees that /health/ready says no; ' +
      'unset: 5 in production, 0 outside it',
  ),
  LOG_LEVEL: variable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a pino level').optional(),
    'Log level; unset: info',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    url(['http', 'https'])
      .refine((value) => new URL(value).username === '', 'must not hold a password: OTEL_EXPORTER_OTLP_HEADERS is for that')
      .optional(),
    'Collector of traces (OTLP over HTTP, in JSON), such as http://collector:4318; unset: no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(
    text().optional(),
    'Headers for the collector, name=value, a comma list with percent-encoded values',
  ),
  OTEL_TRACES_SAMPLER: variable(
    z.enum(samplers, `must be one of ${samplers.join(', ')}`).optional(),
    `Which traces are sent, one of ${samplers.join(', ')}; unset: parentbased_always_on, all of them`,
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    z
      .string()
      .regex(/^(0|1|0?\.\d+|[01]\.0+)$/, 'must be a number from 0 to 1')
      .transform(Number)
      .optional(),
    'Share of the traces that are sent, from 0 to 1, where the sampler is a ratio; unset: 1',
  ),
  TRUST_TRACEPARENT: variable(
    flag().optional(),
    'Traces go on that the proxy in front has begun: it must take away or replace a traceparent that a client sends; unset: false',
  ),
} as const;

export type VariableName = keyof typeof variables;
export type Values = { [K in VariableName]: z.output<(typeof variables)[K]['schema']> };

/** Parses every variable, from its file if one is named. Returns values and all problems, each of which names its variable. */
export function readVariables(given: NodeJS.ProcessEnv): { values: Values; problems: string[] } {
  const values: Record<string, unknown> = {};
  const { environment: env, problems } = withSecretFiles(given, Object.keys(variables));
  for (const [name, { schema }] of Object.entries(variables)) {
    const raw = env[name]?.trim() === '' ? undefined : env[name];
    const parsed = schema.safeParse(raw);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name} ${parsed.error.issues[0]?.message ?? 'is invalid'}`);
  }
  const production = values['NODE_ENV'] === 'production';
  const names = Object.entries(variables)
    .filter(([name, { production: rule }]) => production && rule === 'required' && !env[name]?.trim())
    .map(([name]) => name);
  if (names.length > 0) problems.push(`${names.join(', ')} must be set when NODE_ENV is production`);
  return { values: values as Values, problems };
}
