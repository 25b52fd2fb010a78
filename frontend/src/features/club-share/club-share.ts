import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import { exact } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import type { Answer, ClubShareLineWire, ClubShareWire } from '../../lib/wire/types';

const PATH = '/me/club-share';
const WATCH_MILLISECONDS = 5000;
export const LINES_PATH = `${PATH}/lines`;
/** What the share is computed from. */
export const CASE_PATH = `${PATH}/case`;

/** What the club gets of a member's profit with its signals. */
export const clubShareQuery = (userId: string) =>
  queryOptions({
    queryKey: ['club-share', userId],
    queryFn: ({ signal }) => fetchData<ClubShareWire>(PATH, { signal }),
    // The event that figures were computed is missed where the connection is lost.
    refetchInterval: ({ state: { data } }) => (data?.unknown === 'computing' || data?.figures?.isBehind ? WATCH_MILLISECONDS : false),
  });

export const linesKey = (userId: string) => ['club-share', userId, 'lines'] as const;

const post = async (path: string, json: unknown) =>
  (await request<Answer<ClubShareWire>>(`${PATH}/${path}`, { method: 'POST', json })).body;

export const disputeLine = ({ entry, exit }: ClubShareLineWire, reason: string) =>
  post('disputes', { entry: entry.id, exit: exit.id, reason });

export const withdrawDispute = (id: string) => post(`disputes/${encodeURIComponent(id)}/withdraw`, {});

/** "15%" of "0.15". */
export const rateText = (rate: string): string => t('common.format.percent', { figure: exact(`${rate}e2`) });

/** Why a figure of the page is not known; null: all are. */
export const unknownReason = ({ isMember, unknown }: ClubShareWire): string | null => {
  if (!isMember) return t('club-share.unknown.noMember');
  return unknown && t(`club-share.unknown.${reasons[unknown]}`);
};

const reasons = { 'no-account': 'noAccount', 'not-synced': 'notSynced', computing: 'computing' } as const;

/** Why the fees of a line are not known. */
export const feesUnknown = (): string => t('club-share.unknown.fees');
