import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import type { Answer, AuditChainWire, AuditEventWire } from '../../lib/wire/types';

export type AuditEvent = AuditEventWire;
export type AuditChain = AuditChainWire;

const PATH = '/admin/audit-events';
const WATCH_MILLISECONDS = 2000;
const CALM_MILLISECONDS = 60_000;

/** What there is to filter by; new kinds of acts come with new versions alone. */
export const auditActionsQuery = queryOptions({
  queryKey: ['audit-events', 'actions'],
  queryFn: ({ signal }) => fetchData<string[]>(`${PATH}/actions`, { signal }),
  staleTime: 60_000,
});

/** How far the log is sealed and verified; while it is being read the page looks again by itself. */
export const auditChainQuery = queryOptions({
  queryKey: ['audit-events', 'chain'],
  queryFn: ({ signal }) => fetchData<AuditChain>(`${PATH}/chain`, { signal }),
  refetchInterval: ({ state }) => (state.data?.asked ? WATCH_MILLISECONDS : CALM_MILLISECONDS),
});

export const verifyChain = async () => (await request<Answer<AuditChain>>(`${PATH}/chain/verify`, { method: 'POST', json: {} })).body;

const abbreviations: Record<string, string> = { kyc: 'KYC', mfa: 'MFA' };

/** "kyc" as "KYC", "user" as "User". */
export const subjectWord = (subject: string): string =>
  abbreviations[subject] ?? subject.charAt(0).toUpperCase() + subject.slice(1).replaceAll('-', ' ');

/** "kyc.approve" as "KYC: approve". */
export function actionWords(action: string): string {
  const [subject = '', ...rest] = action.split('.');
  const words = rest.join(' ').replaceAll('-', ' ');
  const name = subjectWord(subject);
  return words === '' ? name : `${name}: ${words}`;
}
