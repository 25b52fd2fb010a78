import { queryOptions } from '@tanstack/react-query';
import { fetchData } from '../../lib/api';
import { hasOpenLink, sendTelegram, TELEGRAM_PATH, telegramKey, WATCH_TELEGRAM_MILLISECONDS } from '../../lib/telegram';
import type { TelegramGroupWire, TelegramWire } from '../../lib/wire/types';

const watched: readonly TelegramGroupWire['state'][] = ['waiting', 'invited', 'requested'];
const isUnderWay = (telegram: TelegramWire): boolean =>
  hasOpenLink(telegram) || (telegram.group !== null && watched.includes(telegram.group.state));

/** While something is under way the page asks again: a link may have been used, or may be there now. */
export const telegramQuery = (userId: string) =>
  queryOptions({
    queryKey: telegramKey(userId),
    queryFn: ({ signal }) => fetchData<TelegramWire>(TELEGRAM_PATH, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? WATCH_TELEGRAM_MILLISECONDS : false),
  });

export const askForGroupLink = () => sendTelegram<TelegramWire>('POST', '/group-link', {});
