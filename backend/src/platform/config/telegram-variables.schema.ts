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
  TELEGRAM_CHANNEL_ID: variable(
    text().optional(),
    'Number of the Telegram channel in which the bot posts each signal, such as -1001234567890; the bot is an admin there; unset: none',
  ),
  TELEGRAM_COPY_CHANNEL_ID: variable(
    text().optional(),
    'Number of another Telegram channel, whose posts copy bots read and trade: plain text in the layout of Cornix; unset: none',
  ),
  TELEGRAM_COPY_FUTURES_EXCHANGES: variable(
    text().optional(),
    'Exchanges of signals with leverage, as the copy bot spells them; off leaves the line out; unset: Bybit USDT',
  ),
  TELEGRAM_COPY_SPOT_EXCHANGES: variable(
    text().optional(),
    'Exchanges of signals without leverage, as the copy bot spells them; unset: the line is left out',
  ),
  TELEGRAM_GROUP_ID: variable(
    text().optional(),
    'Number of the supergroup for paying members with Telegram, such as -1001234567890; the bot is an admin there; unset: there is none',
  ),
  TELEGRAM_GROUP_ALLOWED: variable(
    text().optional(),
    'Numbers of Telegram accounts that may be in the group without a subscription, separated by commas; unset: its admins and bots alone',
  ),
} as const;
