import type { LogHead, LogSource, TellingLeaf, ToldLog } from '../../../../scripts/verify-log.mjs';
import { request } from '../../lib/api';
import type { Answer, LogConsistencyWire, LogInclusionWire } from '../../lib/wire/types';

/** The log over the public routes, without a session: everybody is told the same. */
export function logSource(signal?: AbortSignal): Required<LogSource> {
  const read = async <T>(path: string) => (await request<Answer<T>>(`/log${path}`, { authorization: 'none', signal })).body.data;
  return {
    log: () => read<ToldLog>(''),
    heads: (from, limit) => read<LogHead[]>(`/heads?from=${from}&limit=${limit}`),
    leaves: (from, limit) => read<TellingLeaf[]>(`/leaves?from=${from}&limit=${limit}`),
    consistency: (from, to) => read<LogConsistencyWire>(`/proof/consistency?from=${from}&to=${to}`),
    inclusion: (index, size) => read<LogInclusionWire>(`/proof/inclusion?index=${index}&size=${size}`),
  };
}
