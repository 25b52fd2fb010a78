import { request } from './api';
import type { Answer, TelegramLinkWire, TelegramWire } from './wire/types';

// The Telegram account of whoever is signed in, member or admin.

export const TELEGRAM_PATH = '/me/telegram';
/** How often a page looks while something is under way in Telegram: nothing tells it. */
export const WATCH_TELEGRAM_MILLISECONDS = 3000;

export const telegramKey = (userId: string) => ['telegram', userId];

export const sendTelegram = async <T>(method: 'POST' | 'DELETE', path: string, json?: unknown): Promise<Answer<T>> =>
  (await request<Answer<T>>(`${TELEGRAM_PATH}${path}`, { method, ...(json !== undefined && { json }) })).body;

/** A link was opened, and waits for the confirmation in Telegram or here. */
export const hasOpenLink = ({ request }: TelegramWire): boolean => request !== null && !request.isRefused;

export const askForLink = () => sendTelegram<TelegramLinkWire>('POST', '/link', {});
export const confirmTelegram = (id: string) => sendTelegram<TelegramWire>('POST', '/confirm', { id });
export const disconnectTelegram = () => sendTelegram<TelegramWire>('DELETE', '');
