import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { Answer, KeyringWire, ProbeWire, SystemStateWire, VenueProbeWire } from '../../lib/wire/types';

const WATCH_MILLISECONDS = 15_000;
const KEYRING_MILLISECONDS = 60_000;

function useOperations<T>(part: 'system' | 'keyring', refetchInterval: number) {
  return useQuery({
    queryKey: ['operations', part],
    queryFn: async ({ signal }) => (await request<Answer<T>>(`/admin/operations/${part}`, { signal })).body.data,
    refetchInterval,
  });
}

export const useSystemState = () => useOperations<SystemStateWire>('system', WATCH_MILLISECONDS);
export const useKeyring = () => useOperations<KeyringWire>('keyring', KEYRING_MILLISECONDS);

/** Asked when somebody presses the button, and never by the page itself. */
function useProbe<T>(what: 'mail' | 'exchanges') {
  return useMutation({
    mutationFn: async () => (await request<Answer<T>>(`/admin/operations/probes/${what}`, { method: 'POST', json: {} })).body.data,
    onError: (error) => notify.error(messageOf(error)),
  });
}

export const useMailProbe = () => useProbe<ProbeWire>('mail');
export const useExchangeProbe = () => useProbe<VenueProbeWire[]>('exchanges');
