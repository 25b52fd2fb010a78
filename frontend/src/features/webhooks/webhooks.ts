import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import { fetchPage } from '../../lib/lists';
import { t } from '../../lib/i18n/texts';
import type { Answer, WebhookAttemptWire, WebhookDeliveryWire, WebhookSecretWire, WebhookWire } from '../../lib/wire/types';

const PATH = '/me/webhooks';
const WATCH_MILLISECONDS = 3000;
const at = (id: string, act: string) => `${PATH}/${encodeURIComponent(id)}/${act}`;
const post = async <T>(path: string, json: unknown = {}) => (await request<Answer<T>>(path, { method: 'POST', json })).body;

export const MAX_WEBHOOKS = 5;

export const webhooksQuery = (userId: string) =>
  queryOptions({ queryKey: ['webhooks', userId], queryFn: ({ signal }) => fetchData<WebhookWire[]>(PATH, { signal }) });

/** Deliveries that have not ended: the page asks again. */
const isOnItsWay = ({ state, nextTryAt }: WebhookDeliveryWire) =>
  state === 'claimed' || state === 'sending' || (nextTryAt !== null && Date.parse(nextTryAt) < Date.now() + 2 * WATCH_MILLISECONDS);

export const deliveriesKey = (userId: string, id: string) => ['webhooks', userId, id, 'deliveries'] as const;

export const deliveriesQuery = (userId: string, id: string, page: number, perPage: number) =>
  queryOptions({
    queryKey: [...deliveriesKey(userId, id), page, perPage],
    queryFn: ({ signal }) => fetchPage(at(id, 'deliveries'), { page, perPage, signal }, (row: WebhookDeliveryWire) => row),
    refetchInterval: ({ state: { data } }) => (data?.rows.some(isOnItsWay) ? WATCH_MILLISECONDS : false),
  });

export const addWebhook = (url: string) => post<WebhookSecretWire>(PATH, { url });
export const rotateSecret = (id: string) => post<WebhookSecretWire>(at(id, 'rotate-secret'));
export const switchWebhook = ({ id, state }: WebhookWire) => post<WebhookWire>(at(id, state === 'active' ? 'disable' : 'enable'));
export const sendTest = (id: string) => post<unknown>(at(id, 'test'));
export const replay = (deliveryId: string) => post<unknown>(at('deliveries', `${encodeURIComponent(deliveryId)}/replay`));
export const deleteWebhook = async (id: string) =>
  (await request<Answer<unknown>>(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' })).body;

/** Delivery states in which a worker has it, or will. */
export const hasEnded = ({ state }: WebhookDeliveryWire): boolean => state !== 'queued' && state !== 'claimed' && state !== 'sending';

const failures: Readonly<Record<string, 'timeout' | 'private' | 'lost' | 'refused' | 'unknownName' | 'reset'>> = {
  timeout: 'timeout',
  'private-address': 'private',
  lost: 'lost',
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknownName',
  ECONNRESET: 'reset',
};

/** What a try came to, in words. */
export function attemptText({ status, answer }: WebhookAttemptWire): string {
  if (status !== null) return t('webhooks.attempt.status', { status: String(status) });
  const known = failures[answer];
  return known ? t(`webhooks.attempt.${known}`) : t('webhooks.attempt.failed', { code: answer });
}
