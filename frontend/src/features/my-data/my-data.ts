import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api';
import type { Answer, DataExportWire, ErasureWire, ExportLinkWire } from '../../lib/wire/types';

export type DataExport = DataExportWire;
export type Erasure = ErasureWire;

export const isUnderWay = (latest: DataExport | null | undefined): boolean => latest?.state === 'queued' || latest?.state === 'running';

const WATCHED_EVERY_MS = 1500;

/** The latest export; while one is under way it is read again and again. */
export const exportQuery = queryOptions({
  queryKey: ['my-export'],
  queryFn: async ({ signal }) => (await request<Answer<DataExport | null>>('/me/export', { signal })).body.data,
  refetchInterval: ({ state }) => (isUnderWay(state.data) ? WATCHED_EVERY_MS : false),
});

export const erasureQuery = queryOptions({
  queryKey: ['my-erasure'],
  queryFn: async ({ signal }) => (await request<Answer<Erasure>>('/me/erasure', { signal })).body.data,
});

export const askForExport = async () => (await request<Answer<DataExport>>('/me/export', { method: 'POST', json: {} })).body;
/** Where the file can be fetched within five minutes. */
export const exportLink = async () =>
  (await request<Answer<ExportLinkWire>>('/me/export/link', { method: 'POST', json: {} })).body.data.url;
export const askForErasure = async () => (await request<Answer<Erasure>>('/me/erasure', { method: 'POST', json: {} })).body;
export const withdrawErasure = async () => (await request<Answer<Erasure>>('/me/erasure', { method: 'DELETE' })).body;

/** "4.2 MB"; at least one decimal where it tells something. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
