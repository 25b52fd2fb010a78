import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import type { Answer, NewSignalWire, SignalDraftWire, TelegramLinkWire, TelegramWire } from '../../lib/wire/types';

const PATH = '/me/telegram';
const WATCH_MILLISECONDS = 3000;

/** The admin's own Telegram. While a link is open the page asks again, because it may have been used. */
export const ownTelegramQuery = (userId: string) =>
  queryOptions({
    queryKey: ['telegram', userId],
    queryFn: ({ signal }) => fetchData<TelegramWire>(PATH, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.request && !data.request.isRefused ? WATCH_MILLISECONDS : false),
  });

export const askForLink = async () => (await request<Answer<TelegramLinkWire>>(`${PATH}/link`, { method: 'POST', json: {} })).body;
export const confirmAccount = async (id: string) =>
  (await request<Answer<TelegramWire>>(`${PATH}/confirm`, { method: 'POST', json: { id } })).body;
export const disconnect = async () => (await request<Answer<TelegramWire>>(PATH, { method: 'DELETE' })).body;

export const sendDraft = async (json: NewSignalWire, headers: Record<string, string>) =>
  (await request<Answer<SignalDraftWire>>('/admin/signals/drafts', { method: 'POST', json, headers })).body;
