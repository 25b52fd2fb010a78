import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiBase } from '../../../config/env';
import { request } from '../../../lib/api';
import { fetchPage, type Page } from '../../../lib/lists';
import type {
  Answer,
  EndedSignalWire,
  OutcomeFilterWire,
  ShareWire,
  TrackRecordMonthWire,
  TrackRecordSignalWire,
  TrackRecordWire,
} from '../../../lib/wire/types';

/** The wire's words are our own here. */
export type TrackRecord = TrackRecordWire;
export type Share = ShareWire;
export type Month = TrackRecordMonthWire;
export type RecordedSignal = TrackRecordSignalWire;
export type EndedSignal = EndedSignalWire;
export type OutcomeFilter = OutcomeFilterWire;

export const trackRecordQuery = queryOptions({
  queryKey: ['track-record'],
  queryFn: async ({ signal }): Promise<TrackRecord> =>
    (await request<Answer<TrackRecord>>('/track-record', { signal, authorization: 'none' })).body.data,
});

export const signalsQuery = (page: number, perPage: number, filter: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['track-record', 'signals', { page, perPage, ...filter }],
    queryFn: ({ signal }): Promise<Page<RecordedSignal>> =>
      fetchPage('/track-record/signals', { page, perPage, query: filter, signal }, (row: RecordedSignal) => row),
    placeholderData: keepPreviousData,
  });

/** Files that anybody may take away. */
export const files = {
  list: `${apiBase}/track-record/signals.csv`,
  case: (id: string) => `${apiBase}/track-record/signals/${encodeURIComponent(id)}/case`,
  month: (month: string, part: number) => `${apiBase}/track-record/download?month=${encodeURIComponent(month)}&part=${part}`,
};
