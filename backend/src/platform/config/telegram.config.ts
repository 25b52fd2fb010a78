import { chainSourceUrl } from './chain-source.config.js';

const BOT_API = 'https://api.telegram.org';
/** Channels and supergroups have negative numbers. */
const CHAT_ID = /^-\d{5,20}$/;
const DEFAULT_FUTURES_EXCHANGES = 'Bybit USDT';
const NO_EXCHANGES = 'off';
/** One line, since a post is read line by line. */
const EXCHANGES = /^[\p{L}\p{N} .,()-]{1,100}$/u;
/** Join requests need a supergroup. Its number does not change. */
const SUPERGROUP = /^-100\d{5,15}$/;
const ACCOUNT = /^[1-9]\d{0,15}$/;
const MAX_ALLOWED = 100;
const TOKEN = /^(\d{5,20}):[\w-]{30,100}$/;

/** The bot that sends to members. */
export interface TelegramSettings {
  /** Without a slash at its end. */
  apiRoot: string;
  /** Telegram's number of the bot. */
  botId: string;
  /** Followed by the bot's name in links to its chat. */
  linkRoot: string;
  /** The club's channel for signals; null: none. */
  channelId: string | null;
  /** The channel that copy bots read; null: none. */
  copyChannelId: string | null;
  /** Names of exchanges in posts for copy bots, by market; empty: no line. */
  copyExchanges: Readonly<{ futures: string; spot: string }>;
  /** Null: there is no members' group. */
  group: Readonly<TelegramGroupSettings> | null;
  /** Whoever has it is the bot. */
  token: string;
}

/** The group that paying members may join. */
export interface TelegramGroupSettings {
  /** Telegram's number of the supergroup. */
  id: string;
  /** Numbers of accounts that stay without a subscription. */
  allowed: readonly string[];
}

type Copy = 'CHANNEL_ID' | 'FUTURES_EXCHANGES' | 'SPOT_EXCHANGES';
type TelegramVariables = { SANDBOX_EMBEDDED?: boolean | undefined } & {
  [name in `TELEGRAM_${'BOT_TOKEN' | 'API_URL' | 'CHANNEL_ID' | `COPY_${Copy}` | 'GROUP_ID' | 'GROUP_ALLOWED'}`]?: string | undefined;
};

/** Reads the bot's settings; null: there is no Telegram channel. Problems are noted by `attempt`. */
export function telegramSettings(
  v: TelegramVariables,
  attempt: <T>(name: string, read: () => T) => T | undefined,
): Readonly<TelegramSettings> | null {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url } = v;
  const channelId = attempt('TELEGRAM_CHANNEL_ID', () => chatIdOf(v.TELEGRAM_CHANNEL_ID, token)) ?? null;
  const copyChannelId = attempt('TELEGRAM_COPY_CHANNEL_ID', () => {
    const id = chatIdOf(v.TELEGRAM_COPY_CHANNEL_ID, token);
    if (id !== null && id === channelId)
      throw new Error('must be another channel than TELEGRAM_CHANNEL_ID: copy bots trade what they read');
    return id;
  });
  const copyExchanges = attempt('TELEGRAM_COPY_FUTURES_EXCHANGES', () => exchangesOf(v));
  const groupId = attempt('TELEGRAM_GROUP_ID', () => groupOf(v));
  const allowed = attempt('TELEGRAM_GROUP_ALLOWED', () => allowedAccounts(v));
  if (token === undefined || groupId === undefined || allowed === undefined) return null;
  const botId = attempt('TELEGRAM_BOT_TOKEN', () => botIdOf(token));
  const apiRoot = attempt('TELEGRAM_API_URL', () => chainSourceUrl(url ?? BOT_API));
  if (botId === undefined || apiRoot === undefined || copyChannelId === undefined || copyExchanges === undefined) return null;
  const linkRoot = v.SANDBOX_EMBEDDED ? `${apiRoot}/t.me` : 'https://t.me';
  // Not enumerable: settings are printed when a start fails.
  const group = groupId === null ? null : Object.freeze({ id: groupId, allowed: Object.freeze(allowed) });
  const settings = { apiRoot, botId, linkRoot, channelId, copyChannelId, copyExchanges, group };
  return Object.freeze(Object.defineProperty(settings, 'token', { value: token }) as TelegramSettings);
}

function botIdOf(token: string): string {
  const id = TOKEN.exec(token)?.[1];
  if (id === undefined) throw new Error('must be a token of @BotFather, such as 123456789:AA…');
  return id;
}

function chatIdOf(id: string | undefined, token: string | undefined): string | null {
  if (id === undefined) return null;
  if (token === undefined) throw new Error('needs TELEGRAM_BOT_TOKEN: the bot posts there');
  if (!CHAT_ID.test(id)) throw new Error('must be the number of a channel, such as -1001234567890');
  return id;
}

function exchangesOf(v: TelegramVariables): TelegramSettings['copyExchanges'] {
  const futures = v.TELEGRAM_COPY_FUTURES_EXCHANGES ?? DEFAULT_FUTURES_EXCHANGES;
  const spot = v.TELEGRAM_COPY_SPOT_EXCHANGES ?? NO_EXCHANGES;
  for (const names of [futures, spot])
    if (!EXCHANGES.test(names))
      throw new Error('and TELEGRAM_COPY_SPOT_EXCHANGES must be names of exchanges on one line, such as Bybit USDT');
  const lineOf = (names: string) => (names === NO_EXCHANGES ? '' : names);
  return Object.freeze({ futures: lineOf(futures), spot: lineOf(spot) });
}

function groupOf({ TELEGRAM_GROUP_ID: id, TELEGRAM_BOT_TOKEN: token }: TelegramVariables): string | null {
  if (id === undefined) return null;
  if (token === undefined) throw new Error('needs TELEGRAM_BOT_TOKEN');
  if (!SUPERGROUP.test(id)) throw new Error('must be the number of a supergroup, such as -1001234567890');
  return id;
}

function allowedAccounts({ TELEGRAM_GROUP_ALLOWED: text, TELEGRAM_GROUP_ID: group }: TelegramVariables): string[] {
  if (text === undefined) return [];
  if (group === undefined) throw new Error('needs TELEGRAM_GROUP_ID');
  const ids = text.split(',').map((id) => id.trim());
  if (ids.length > MAX_ALLOWED || !ids.every((id) => ACCOUNT.test(id)))
    throw new Error(`must be up to ${MAX_ALLOWED} numbers of Telegram accounts, separated by commas`);
  return ids;
}
