import { useGetList } from 'react-admin';
import type { DeliveryWire } from '../../lib/wire/types';

const REFRESH_MILLISECONDS = 60_000;

/** The deliveries that wait for a decision, oldest first. Not requested where they are not `enabled`. */
export function useUnknownDeliveries(perPage: number, enabled: boolean) {
  return useGetList<DeliveryWire>(
    'deliveries',
    { pagination: { page: 1, perPage }, sort: { field: 'updatedAt', order: 'ASC' }, filter: { result: 'unknown' } },
    { enabled, refetchInterval: REFRESH_MILLISECONDS },
  );
}
