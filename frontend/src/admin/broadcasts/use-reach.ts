import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchData } from '../../lib/api';
import { usePaused } from '../../lib/use-paused';
import type { BroadcastFieldsWire, BroadcastReachWire } from '../../lib/wire/types';
import { audienceOf, type BroadcastDraft } from './broadcast-draft';

const PAUSE_MILLISECONDS = 500;

/** Counts whom a draft would reach now, once nothing has been typed or chosen for a moment. */
export function useReach({ whom, person, segment, kind, subject, message }: Omit<BroadcastDraft, 'when' | 'time'>) {
  const conditions = JSON.stringify(segment);
  const asked = usePaused(
    useMemo(
      () => ({
        audience: audienceOf({ whom, person }),
        ...(whom === 'segment' && { segment: JSON.parse(conditions) as unknown }),
        kind,
        subject,
        message,
      }),
      [whom, person, conditions, kind, subject, message],
    ),
    PAUSE_MILLISECONDS,
  );
  return useQuery({
    queryKey: ['broadcast-reach', asked],
    queryFn: ({ signal }) => fetchData<BroadcastReachWire>('/admin/broadcasts/reach', { method: 'POST', json: asked, signal }),
    enabled: asked.audience !== null,
    placeholderData: keepPreviousData,
  });
}

/** The personal fields of texts and the club's time zone. */
export function useBroadcastFields() {
  return useQuery({
    queryKey: ['broadcast-fields'],
    queryFn: ({ signal }) => fetchData<BroadcastFieldsWire>('/admin/broadcasts/fields', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
