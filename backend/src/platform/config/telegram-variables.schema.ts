import { text, variable } from './variable.schema.js';

/** Variables of the Telegram channel. */
export const telegramVariables = {
  TELEGRAM_BOT_TOKEN: variable(
    text().optional(),
    'Token of the bot that sends signals to members who connect Telegram, from @BotFather; unset: there is no Telegram channel',
  ),
  TELEGRAM_API_URL: variable(
    text().optional(),
    'Server of the Bot API; http:// within a private network alone; unset: https://api.telegram.org',
  ),
} as const;
