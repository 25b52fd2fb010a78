import { useMutation, useQuery } from '@tanstack/react-query';
import { fetchData, messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { KeyringWire, ProbeWire, SystemStateWire, VenueProbeWire } from '../../lib/wire/types';

const WATCH_MILLISECONDS = 15_000;
const KEYRING_MILLISECONDS = 60_000;

function useOperations<T>(part: 'system' | 'keyring', refetchInterval: number) {
  return useQuery({
    queryKey: ['operations', part],
    queryFn: ({ signal }) => fetchData<T>(`/admin/operations/${part}`, { signal }),
    refetchInterval,
  });
}

export const useSystemState = () => useOperations<SystemStateWire>('system', WATCH_MILLISECONDS);
export const useKeyring = () => useOperations<KeyringWire>('keyring', KEYRING_MILLISECONDS);

/** Asked when somebody presses the button, and never by the page itself. */
function useProbe<T>(what: 'mail' | 'exchanges') {
  return useMutation({
    mutationFn: () => fetchData<T>(`/admin/operations/probes/${what}`, { method: 'POST', json: {} }),
    onError: (error) => notify.error(messageOf(error)),
  });
}

export const useMailProbe = () => useProbe<ProbeWire>('mail');
export const useExchangeProbe = () => useProbe<VenueProbeWire[]>('exchanges');
