import { chainSourceUrl } from './chain-source.config.js';

const BOT_API = 'https://api.telegram.org';
const TOKEN = /^(\d{5,20}):[\w-]{30,100}$/;

/** The bot that sends to members. */
export interface TelegramSettings {
  /** Without a slash at its end. */
  apiRoot: string;
  /** Telegram's number of the bot. */
  botId: string;
  /** Followed by the bot's name in links to its chat. */
  linkRoot: string;
  /** Whoever has it is the bot. */
  token: string;
}

/** Reads the bot's settings; null: there is no Telegram channel. Problems are noted by `attempt`. */
export function telegramSettings(
  v: { TELEGRAM_BOT_TOKEN?: string | undefined; TELEGRAM_API_URL?: string | undefined; SANDBOX_EMBEDDED?: boolean | undefined },
  attempt: <T>(name: string, read: () => T) => T | undefined,
): Readonly<TelegramSettings> | null {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url } = v;
  if (token === undefined) return null;
  const botId = attempt('TELEGRAM_BOT_TOKEN', () => botIdOf(token));
  const apiRoot = attempt('TELEGRAM_API_URL', () => chainSourceUrl(url ?? BOT_API));
  if (botId === undefined || apiRoot === undefined) return null;
  const linkRoot = v.SANDBOX_EMBEDDED ? `${apiRoot}/t.me` : 'https://t.me';
  // Not enumerable: settings are printed when a start fails.
  return Object.freeze(Object.defineProperty({ apiRoot, botId, linkRoot }, 'token', { value: token }) as TelegramSettings);
}

function botIdOf(token: string): string {
  const id = TOKEN.exec(token)?.[1];
  if (id === undefined) throw new Error('must be a token of @BotFather, such as 123456789:AA…');
  return id;
}
