import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import type { Answer, TelegramLinkWire, TelegramWire } from '../../lib/wire/types';

const PATH = '/me/telegram';
const WATCH_MILLISECONDS = 3000;
const send = async <T>(method: 'POST' | 'DELETE', path: string, json?: unknown) =>
  (await request<Answer<T>>(`${PATH}${path}`, { method, ...(json !== undefined && { json }) })).body;

/** While a link is open the page asks again: somebody may have used it, or it may be too late. */
export const telegramQuery = (userId: string) =>
  queryOptions({
    queryKey: ['telegram', userId],
    queryFn: ({ signal }) => fetchData<TelegramWire>(PATH, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.request && !data.request.isRefused ? WATCH_MILLISECONDS : false),
  });

export const askForLink = () => send<TelegramLinkWire>('POST', '/link', {});
export const confirmTelegram = (id: string) => send<TelegramWire>('POST', '/confirm', { id });
export const disconnectTelegram = () => send<TelegramWire>('DELETE', '');
