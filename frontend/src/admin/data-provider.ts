import simpleRestProvider from 'ra-data-simple-rest';
import { type DataProvider, HttpError, type Identifier, type RaRecord, type SortPayload, fetchUtils } from 'react-admin';
import { ApiError, request } from '../lib/api';
import { apiBase } from '../config/env';
import { toDeposit, toFuturesTrade, toOpenOrder, toPosition, toSpotTrade, toWithdrawal } from '../lib/wire/exchange';
import { toRejectedUser, toUser, toUserDetail } from '../lib/wire/users';
import type {
  DepositRecord,
  FuturesOrderRecord,
  FuturesPositionRecord,
  FuturesTradeRecord,
  SpotTradeRecord,
  WithdrawalRecord,
} from '../lib/wire/types';

/** Asks for the order the server gives by itself: newest first, on an index. */
export const SERVER_ORDER: SortPayload = { field: '', order: 'DESC' };

const base = `${apiBase}/admin`;

/** The data provider's calls go through the one API client, so tokens, errors and the end of a session are handled once. */
async function httpClient(
  url: string,
  options: fetchUtils.Options = {},
): Promise<{ status: number; headers: Headers; body: string; json: unknown }> {
  const address = new URL(url, location.origin);
  if (address.searchParams.get('sort') === JSON.stringify(['', 'DESC'])) address.searchParams.delete('sort');
  const range = new Headers(options.headers).get('Range');
  try {
    const response = await request<unknown>(`${address.pathname.slice(apiBase.length)}${address.search}`, {
      method: (options.method ?? 'GET') as 'GET' | 'POST' | 'PUT' | 'DELETE',
      ...(typeof options.body === 'string' && { json: JSON.parse(options.body) as unknown }),
      ...(range !== null && { headers: { Range: range } }),
      signal: options.signal ?? undefined,
    });
    return { status: response.status, headers: response.headers, body: '', json: response.body };
  } catch (error) {
    throw error instanceof ApiError ? toHttpError(error) : error;
  }
}

/** React-admin shows `errors`, by field, beside the inputs of its forms. */
function toHttpError(error: ApiError): HttpError {
  const errors = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
  const body: unknown = error.fields.length > 0 ? { ...(error.body as object), errors } : error.body;
  return Object.assign(new HttpError(error.message, error.status, body), { cause: error });
}

interface WithOwner {
  id: Identifier;
  userId: string;
}

const keepingOwner =
  <W extends WithOwner, R>(map: (record: W) => R) =>
  (record: W): R & WithOwner => ({ ...map(record), id: record.id, userId: record.userId });

/** Where the wire and the words used inside differ, a resource's records are translated here and nowhere else. */
const translations: Record<string, (record: never) => RaRecord> = {
  'spot-trades': keepingOwner<SpotTradeRecord, ReturnType<typeof toSpotTrade>>(toSpotTrade),
  'futures-trades': keepingOwner<FuturesTradeRecord, ReturnType<typeof toFuturesTrade>>(toFuturesTrade),
  'futures-orders': keepingOwner<FuturesOrderRecord, ReturnType<typeof toOpenOrder>>(toOpenOrder),
  'futures-positions': keepingOwner<FuturesPositionRecord, ReturnType<typeof toPosition>>(toPosition),
  deposits: keepingOwner<DepositRecord, ReturnType<typeof toDeposit>>(toDeposit),
  withdrawals: keepingOwner<WithdrawalRecord, ReturnType<typeof toWithdrawal>>(toWithdrawal),
  users: toUser,
  'rejected-users': toRejectedUser,
};

/** The same for a record by itself, which may carry more. */
const ofOne: Record<string, (record: never) => RaRecord> = { users: toUserDetail };

const rest = simpleRestProvider(base, httpClient);

export const dataProvider: DataProvider = {
  ...rest,
  getList: async (resource, params) => {
    const answer = await rest.getList(resource, params);
    const translate = translations[resource];
    return translate ? { ...answer, data: answer.data.map((record) => translate(record as never)) as never } : answer;
  },
  // Through the list, whose answer is as long as is asked for.
  getMany: (resource, { ids, ...params }) =>
    dataProvider.getList(resource, { ...params, pagination: { page: 1, perPage: ids.length }, sort: SERVER_ORDER, filter: { id: ids } }),
  getOne: async (resource, params) => {
    const answer = await rest.getOne(resource, params);
    const translate = ofOne[resource];
    return translate ? { ...answer, data: translate(answer.data as never) as never } : answer;
  },
};
