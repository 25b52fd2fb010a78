import { resolve } from 'node:path';
import { freePort } from '../ports.mjs';
import { root } from '../root.mjs';

/** Profiles of the sandbox exchange that the demo members' keys belong to. */
const DEMO_KEYS = {
  tradeClub: { apiKey: 'sbx_typical_read-only_1', secretKey: 'sbs_typical_read-only_1' },
  hedgeFund: { apiKey: 'sbx_futures-only_read-only_1', secretKey: 'sbs_futures-only_read-only_1' },
};

const sandboxKey = (name) => ({ apiKey: `sbx_${name}`, secretKey: `sbs_${name}` });
/** How long the exchange knows the key that its owner will have deleted: until the demo club is there. */
const REFUSED_AFTER_MS = 5 * 60_000;

/** Keys of further members of the demo club: small accounts, which are read in a few calls. */
const otherKeys = () => ({
  saver: sandboxKey('small_read-only_2'),
  collector: sandboxKey('dust_read-only_1'),
  quiet: sandboxKey('quiet_read-only_1'),
  refused: sandboxKey(`small_revoked-at-${Date.now() + REFUSED_AFTER_MS}_3`),
});

/** The club's own key of the sandbox exchange, for its brackets of leverage: of an account with nothing in it. */
const MARKET_KEYS = { binance: { apiKey: 'sbx_empty_read-only_1', secret: 'sbs_empty_read-only_1' } };

/**
 * What this start brings along, from the environment alone (contract section 4); production brings nothing along.
 * Empty variables count as unset, as they do for the processes.
 */
export async function planStart(environment) {
  const env = { ...environment };
  for (const [name, value] of Object.entries(env)) if (value.trim() === '') delete env[name];
  const production = env.NODE_ENV === 'production';
  const embed = (name) => !production && env[name] === undefined && env[`${name}_FILE`] === undefined;
  const plan = { production, database: embed('DATABASE_URL'), sandbox: embed('EXCHANGE_URL'), mailbox: embed('SMTP_URL') };
  if (!production || env.DATA_DIR) env.DATA_DIR = resolve(root, env.DATA_DIR ?? '.data');
  if (env.PORT === '0') env.PORT = String(await freePort());
  if (plan.mailbox) env.DEV_SMTP_PORT ??= String(await freePort());
  const host = env.HOST ?? '127.0.0.1';
  const port = Number(env.PORT ?? 3000);
  // Listening on every address is not an address to open.
  const shown = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return {
    ...plan,
    env,
    host,
    port,
    dataDir: env.DATA_DIR,
    url: (env.PUBLIC_URL ?? `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`).replace(/\/+$/, ''),
  };
}

/** The example account of BIP 84, whose key everybody knows: production refuses it. */
const DEMO_XPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

/** What the processes are told about an embedded database. */
export const databaseVariables = (database) => ({ DATABASE_URL: database.url() });

/** The only bot of the sandbox's Bot API. */
const SANDBOX_BOT_TOKEN = '7000000001:sandbox-bot-token-of-no-use-to-any';
/** Its only group (sandbox/src/telegram/group.ts). */
const SANDBOX_GROUP_ID = '-1001000000001';

/** What the processes are told about the embedded exchange, which also serves reference rates of currencies, two chains and a Bot API. */
export const exchangeVariables = (ready, env) => ({
  EXCHANGE_URL: ready.url,
  FX_URL: env.FX_URL ?? `${ready.url}/fx/eurofxref-daily.xml`,
  BITCOIN_API_URL: env.BITCOIN_API_URL ?? `${ready.url}/chain/bitcoin`,
  BITCOIN_XPUB: env.BITCOIN_XPUB ?? DEMO_XPUB,
  TRON_API_URL: env.TRON_API_URL ?? `${ready.url}/chain/tron`,
  TELEGRAM_API_URL: env.TELEGRAM_API_URL ?? `${ready.url}/telegram`,
  TELEGRAM_BOT_TOKEN: env.TELEGRAM_BOT_TOKEN ?? SANDBOX_BOT_TOKEN,
  ...(!env.TELEGRAM_BOT_TOKEN && { TELEGRAM_GROUP_ID: env.TELEGRAM_GROUP_ID ?? SANDBOX_GROUP_ID }),
  ...(ready.controlToken && { SANDBOX_CONTROL_TOKEN: ready.controlToken }),
  SANDBOX_EMBEDDED: 'true',
  DEMO_EXCHANGE_KEYS: JSON.stringify({ ...DEMO_KEYS, others: otherKeys() }),
  MARKET_KEYS: JSON.stringify(MARKET_KEYS),
});
