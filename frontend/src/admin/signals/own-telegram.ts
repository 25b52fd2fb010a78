import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import { hasOpenLink, TELEGRAM_PATH, telegramKey, WATCH_TELEGRAM_MILLISECONDS } from '../../lib/telegram';
import type { Answer, NewSignalWire, SignalDraftWire, TelegramWire } from '../../lib/wire/types';

/** The admin's own Telegram. While a link is open the page asks again, because it may have been used. */
export const ownTelegramQuery = (userId: string) =>
  queryOptions({
    queryKey: telegramKey(userId),
    queryFn: ({ signal }) => fetchData<TelegramWire>(TELEGRAM_PATH, { signal }),
    refetchInterval: ({ state: { data } }) => (data && hasOpenLink(data) ? WATCH_TELEGRAM_MILLISECONDS : false),
  });

export const sendDraft = async (json: NewSignalWire, headers: Record<string, string>) =>
  (await request<Answer<SignalDraftWire>>('/admin/signals/drafts', { method: 'POST', json, headers })).body;
