import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import type { Answer, TelegramGroupWire, TelegramLinkWire, TelegramWire } from '../../lib/wire/types';

const PATH = '/me/telegram';
const WATCH_MILLISECONDS = 3000;
const send = async <T>(method: 'POST' | 'DELETE', path: string, json?: unknown) =>
  (await request<Answer<T>>(`${PATH}${path}`, { method, ...(json !== undefined && { json }) })).body;

const watched: readonly TelegramGroupWire['state'][] = ['waiting', 'invited', 'requested'];
const isUnderWay = ({ request, group }: TelegramWire): boolean =>
  (request !== null && !request.isRefused) || (group !== null && watched.includes(group.state));

/** While something is under way the page asks again: a link may have been used, or may be there now. */
export const telegramQuery = (userId: string) =>
  queryOptions({
    queryKey: ['telegram', userId],
    queryFn: ({ signal }) => fetchData<TelegramWire>(PATH, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? WATCH_MILLISECONDS : false),
  });

export const askForLink = () => send<TelegramLinkWire>('POST', '/link', {});
export const confirmTelegram = (id: string) => send<TelegramWire>('POST', '/confirm', { id });
export const disconnectTelegram = () => send<TelegramWire>('DELETE', '');
export const askForGroupLink = () => send<TelegramWire>('POST', '/group-link', {});
