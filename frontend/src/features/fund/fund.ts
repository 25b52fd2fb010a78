import { queryOptions } from '@tanstack/react-query';
import { fetchData, request } from '../../lib/api';
import { day, monthName } from '../../lib/format/date';
import { count, exact, leftToRight } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import type { Answer, FundRedemptionWire, FundTermsWire, MyFundWire } from '../../lib/wire/types';

const PATH = '/me/fund';
/** While a mandate waits for something that happens without the member. */
const WAITING_MILLISECONDS = 60_000;

/** What a client has with the fund: the mandate, its figures and redemptions. */
export const fundQuery = (userId: string) =>
  queryOptions({
    queryKey: ['fund', userId],
    queryFn: ({ signal }) => fetchData<MyFundWire>(PATH, { signal }),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? WAITING_MILLISECONDS : false),
  });

const isWaiting = (fund: MyFundWire | undefined): boolean =>
  fund?.mandate != null && (fund.mandate.state === 'signed' || fund.mandate.state === 'starting' || isUncomputed(fund));

const isUncomputed = ({ mandate, figures }: MyFundWire): boolean => mandate?.state === 'active' && figures === null;

/** The terms that are signed now. */
export const termsQuery = queryOptions({
  queryKey: ['fund-terms'],
  queryFn: ({ signal }) => fetchData<FundTermsWire>(`${PATH}/terms`, { signal }),
});

const post = async <T>(path: string, json: unknown) => (await request<Answer<T>>(`${PATH}/${path}`, { method: 'POST', json })).body;

export const signMandate = ({ version, sha256 }: FundTermsWire, name: string) => post<MyFundWire>('mandate', { version, sha256, name });

/** `amount`: dollars, or "all". Stores nothing. */
export const previewRedemption = async (amount: string) => (await post<FundRedemptionWire>('redemptions/preview', { amount })).data;

export const requestRedemption = (amount: string) => post<MyFundWire>('redemptions', { amount });

export const cancelRedemption = (id: string) => post<MyFundWire>(`redemptions/${encodeURIComponent(id)}/cancel`, {});

/** What the fees are computed from. */
export const CASE_PATH = `${PATH}/case`;
export const DAYS_PATH = `${PATH}/days`;
export const STATEMENTS_PATH = `${PATH}/statements`;

/** "2.5%" of "0.025". */
export const rateText = (rate: string): string => t('common.format.percent', { figure: exact(`${rate}e2`) });

/** "$10 000" of "10000". */
export const wholeDollars = (amount: string): string => leftToRight(`$${/^\d+$/.test(amount) ? count(Number(amount)) : exact(amount, 2)}`);

/** Whether a request can still be cancelled. */
export const canCancel = ({ state, lockedAt }: FundRedemptionWire, now: number): boolean =>
  (state === 'requested' || state === 'acknowledged') && now < Date.parse(lockedAt);

/** "Nov 2026" of `2026-11`, "31 Dec 2026" of `2026-12-31`. */
export const feePeriodText = (period: string): string => (period.length === 7 ? monthOf(period) : day(period));

const monthOf = (period: string): string =>
  t('fund.fees.month', { month: monthName(Number(period.slice(5)) - 1), year: period.slice(0, 4) });
