import { apiBase } from '../config/env';
import { suspectOutage } from './connection';
import { expireSession, requireEnrolment, sessionToken } from './session-token';
import { canAsk, confirmIdentity } from './step-up';
import type { Answer, FieldErrorWire, SecurityFailureWire } from './wire/types';
import { currentLanguage } from './i18n/language';
import { t } from './i18n/texts';

/** What went wrong, in a sentence that can be shown as it is. */
export class ReadableError extends Error {}

/** A call that did not succeed. `status` 0: no answer at all. */
export class ApiError extends ReadableError {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: readonly FieldErrorWire[] = [],
    readonly retryAfterSeconds: number | null = null,
    readonly body: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** The member closed the question whether it is still them: they know, so nothing is said about it. */
export class CancelledError extends ApiError {}

export const unreachable = (): string => t('shell.error.unreachable');

/** What a proxy answers while no server is behind it. */
const GATEWAY_FAILURES = new Set([502, 503, 504]);

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  json?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Goes on when the page is left. */
  keepalive?: boolean;
  /** `none` for sign-in and sign-up, a mail token for its two routes; the session's own otherwise. */
  authorization?: 'session' | 'none' | { mailToken: string };
  /** A 401 judges the code or password that is sent along, and says nothing about the session. */
  proves?: boolean;
}

export interface ApiResponse<T> {
  status: number;
  headers: Headers;
  body: T;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What a refused call says about itself; nothing where its body is no answer of ours. */
export const refusal = (body: unknown): Partial<SecurityFailureWire> => (isRecord(body) ? body : {});

/** Turns the body of a refused call into an error; anything without a readable message gets the catalogue's sentence. */
export function failure(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const wire = refusal(body);
  const message = typeof wire.message === 'string' && wire.message.trim() !== '' ? wire.message : t('shell.error.unknown');
  const fields = Array.isArray(wire.errors) ? wire.errors.filter((error) => isRecord(error) && typeof error.message === 'string') : [];
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number.parseInt(retryAfter, 10) : null;
  return new ApiError(status, status === 429 && seconds !== null ? untilWhen(message, seconds) : message, fields, seconds, body);
}

/** "Please try again in 15 minutes", where the server only says "later". */
function untilWhen(message: string, seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return message.replace(/ later\.?$/, ` in ${count} ${unit}${count === 1 ? '' : 's'}`);
}

/** JSON where there is some; null where the body is empty or something else. */
export function parseBody(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function authorizationHeader(authorization: RequestOptions['authorization']): Record<string, string> {
  if (authorization === 'none') return {};
  if (typeof authorization === 'object') return { Authorization: `Bearer ${authorization.mailToken}` };
  const token = sessionToken();
  return token === null ? {} : { Authorization: token };
}

/**
 * One call to the API. Answers the parsed body with status and headers; throws ApiError for every refusal, and ends the
 * session when its token is refused. Where the server wants to know that it is still the same person, that is asked, and
 * the call made once more.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<ApiResponse<T>> {
  try {
    return await send<T>(path, options);
  } catch (error) {
    if ((options.authorization ?? 'session') !== 'session' || !(await mayRepeat(error))) throw error;
    return send<T>(path, options);
  }
}

/** Whether a refused call of the session may be made again, after the member has confirmed that it is them. Throws CancelledError. */
export async function mayRepeat(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  const { stepUp, enrolmentRequired } = refusal(error.body);
  if (enrolmentRequired === true) requireEnrolment();
  if (stepUp !== true) return false;
  const asks = canAsk();
  if (await confirmIdentity()) return true;
  if (asks) throw new CancelledError(error.status, error.message, error.fields, error.retryAfterSeconds, error.body);
  return false;
}

async function send<T>(path: string, options: RequestOptions): Promise<ApiResponse<T>> {
  const { method = 'GET', json, headers, signal, keepalive = false, authorization = 'session', proves = false } = options;
  const sent = authorizationHeader(authorization);
  let response: Response;
  try {
    response = await fetch(`${apiBase}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        'Tidemark-Language': currentLanguage(),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...sent,
        ...headers,
      },
      cache: 'no-store',
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    suspectOutage();
    throw new ApiError(0, unreachable());
  }
  if (GATEWAY_FAILURES.has(response.status)) suspectOutage();
  const body = parseBody(await response.text());
  if (response.ok) return { status: response.status, headers: response.headers, body: body as T };
  if (response.status === 401 && authorization === 'session' && !proves) expireSession(sent['Authorization'] ?? null);
  throw failure(response.status, body, response.headers.get('Retry-After'));
}

/** The data of an answer that has a message beside it. */
export const fetchData = async <T>(path: string, options?: RequestOptions): Promise<T> =>
  (await request<Answer<T>>(path, options)).body.data;

/** Whether asking again may help: no answer at all, too many requests, or a fault of the server. A refusal stays one. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** The sentence to show for any thrown thing; empty where there is nothing to say. */
export function messageOf(error: unknown): string {
  // React-admin has errors of its own, with ours as their cause.
  const said = error instanceof Error && error.cause instanceof ReadableError ? error.cause : error;
  if (said instanceof CancelledError) return '';
  return said instanceof ReadableError ? said.message : t('shell.error.unknown');
}
