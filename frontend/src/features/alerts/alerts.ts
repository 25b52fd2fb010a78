import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchData, messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type {
  AccountAlertKindWire,
  AccountAlertsWire,
  AlertFiringsWire,
  AlertKindWire,
  AlertsWire,
  AlertWire,
  Answer,
} from '../../lib/wire/types';

const PATH = '/me/alerts';
const KEY = 'alerts';
const at = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
/** Alerts are evaluated once a minute. */
const WATCH_MILLISECONDS = 60_000;

export const alertsQuery = (userId: string) =>
  queryOptions({
    queryKey: [KEY, userId, 'list'],
    queryFn: ({ signal }) => fetchData<AlertsWire>(PATH, { signal }),
    refetchInterval: WATCH_MILLISECONDS,
  });

export const firingsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [KEY, userId, 'firings'],
    queryFn: ({ pageParam, signal }) =>
      fetchData<AlertFiringsWire>(`${PATH}/firings${pageParam === null ? '' : `?before=${encodeURIComponent(pageParam)}`}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: WATCH_MILLISECONDS,
  });

/** How the account stands changes at a sync. */
export const accountAlertsQuery = (userId: string) =>
  queryOptions({
    queryKey: [KEY, userId, 'account'],
    queryFn: ({ signal }) => fetchData<AccountAlertsWire>(`${PATH}/account`, { signal }),
    refetchInterval: WATCH_MILLISECONDS,
  });

/** Turns an alert about the account on, or changes its percentage. */
export const setAccountAlert = async (kind: AccountAlertKindWire, percent: string | null) =>
  (
    await request<Answer<AccountAlertsWire>>(`${PATH}/account/${kind}`, {
      method: 'PUT',
      json: percent === null ? {} : { percent },
    })
  ).body;

const removeAccountAlert = async (kind: AccountAlertKindWire) =>
  (await request<Answer<AccountAlertsWire>>(`${PATH}/account/${kind}`, { method: 'DELETE' })).body;

export type NewAlert =
  | { kind: 'price'; asset: string; way: 'up' | 'down'; level: string; repeats: boolean }
  | { kind: Exclude<AlertKindWire, 'price'>; signalId: string; percent: string; repeats: boolean };

export const setAlert = async (alert: NewAlert) => (await request<Answer<AlertWire>>(PATH, { method: 'POST', json: alert })).body;

/** Pauses an active alert, or starts another one anew. */
const switchAlert = async ({ id, state }: AlertWire) =>
  (await request<Answer<AlertWire>>(at(id), { method: 'PATCH', json: { state: state === 'active' ? 'paused' : 'active' } })).body;

const deleteAlert = async ({ id }: AlertWire) => (await request<Answer<unknown>>(at(id), { method: 'DELETE' })).body;

export const useRefreshAlerts = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY] });
};

export function useSwitchAlert() {
  const refresh = useRefreshAlerts();
  return useMutation({
    mutationFn: switchAlert,
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error)),
    onSettled: refresh,
  });
}

export function useDeleteAlert(onDone: () => void) {
  const refresh = useRefreshAlerts();
  return useMutation({
    mutationFn: deleteAlert,
    onSuccess: ({ message }) => {
      notify.success(message);
      onDone();
    },
    onSettled: refresh,
  });
}

export function useRemoveAccountAlert() {
  const refresh = useRefreshAlerts();
  return useMutation({
    mutationFn: removeAccountAlert,
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error)),
    onSettled: refresh,
  });
}
