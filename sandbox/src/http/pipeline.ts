import { errors, WireError } from '../wire/errors.ts';
import { toJson } from '../wire/json.ts';
import { capitalRoutes } from '../routes/capital.ts';
import { futuresAccountRoutes } from '../routes/futures-account.ts';
import { publicRoutes } from '../routes/public.ts';
import { Params } from '../routes/route.ts';
import type { Route } from '../routes/route.ts';
import { spotAccountRoutes } from '../routes/spot-account.ts';
import type { Exchange } from './exchange.ts';
import { Faults, madeUp } from './faults.ts';
import type { FaultAction, FaultTarget } from './faults.ts';
import { findKey, signatureMatches, withoutSignature } from './keys.ts';
import type { ApiKey } from './keys.ts';
import type { Charge } from './limits.ts';

const routes: ReadonlyMap<string, Route> = new Map(
  [...publicRoutes, ...spotAccountRoutes, ...capitalRoutes, ...futuresAccountRoutes].map((r) => [`${r.method} ${r.path}`, r]),
);

const JSON_TYPE = 'application/json;charset=UTF-8';
const MAX_RECV_WINDOW = 60_000;
const AHEAD = 1_000;
const SECURITY_PARAMS = ['timestamp', 'recvWindow', 'signature'];

export interface Incoming {
  method: string;
  path: string;
  /** Query as sent, without the question mark. */
  query: string;
  body: string;
  apiKey: string | undefined;
  ip: string;
}

export type Outgoing =
  { reset: true; delayMs: number } | { reset: false; status: number; headers: Record<string, string>; text: string; delayMs: number };

/** One request of the exchange's own API, from bytes to bytes: limits, faults, key, signature, parameters, answer, journal. */
export function handle(exchange: Exchange, request: Incoming): Outgoing {
  const now = exchange.clock.server();
  const query = merged(request);
  const route = routes.get(`${request.method} ${request.path}`);
  const key = request.apiKey === undefined ? undefined : findKey(request.apiKey);
  const target: FaultTarget = { path: request.path, member: key?.member, apiKey: request.apiKey, query };
  const charge: Charge | undefined = route && {
    scope: route.scope,
    weight: typeof route.weight === 'number' ? route.weight : route.weight(query),
    path: route.path,
    ip: request.ip,
    account: key?.member ?? request.apiKey ?? '',
  };
  let fault: ReturnType<Faults['match']>;
  let out: { status: number; type: string; text: string; code?: number; retryAfter?: number };
  try {
    if (!route || !charge) throw errors.notFound();
    exchange.limits.charge(charge, now);
    fault = exchange.faults.match(target);
    if (fault && Faults.replaces(fault.do)) {
      out = madeUp(fault.do);
    } else {
      const answer = exchange.faults.alter(fault?.do, target, answerOf(exchange, route, request, query, key, now));
      out = { status: 200, type: JSON_TYPE, text: toJson(answer) };
    }
  } catch (error) {
    const wire = error instanceof WireError ? error : errors.internal();
    if (wire !== error) console.error(error);
    out = {
      status: wire.status,
      type: JSON_TYPE,
      text: toJson({ code: wire.code, msg: wire.message }),
      code: wire.code,
      ...(wire.retryAfter !== undefined && { retryAfter: wire.retryAfter }),
    };
  }
  exchange.journal.add({
    at: now,
    name: `${request.method} ${request.path}`,
    params: Object.fromEntries([...query].filter(([name]) => name !== 'signature')),
    member: key?.member,
    ip: request.ip,
    scope: route?.scope,
    weight: charge?.weight ?? 0,
    status: fault?.do.reset ? 0 : out.status,
    code: out.code,
    fault: fault?.id,
  });
  return finished(exchange, out, charge, request.ip, fault?.do, now);
}

function finished(
  exchange: Exchange,
  out: { status: number; type: string; text: string; retryAfter?: number },
  charge: Charge | undefined,
  ip: string,
  action: FaultAction | undefined,
  now: number,
): Outgoing {
  const delayMs = action?.delayMs ?? 0;
  if (action?.reset) return { reset: true, delayMs };
  const retryAfter = action?.retryAfter ?? out.retryAfter;
  return {
    reset: false,
    status: out.status,
    headers: {
      'Content-Type': out.type,
      'X-Sandbox': '1',
      ...exchange.limits.headers(charge, ip, now),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
    text: action?.cutAt === undefined ? out.text : out.text.slice(0, action.cutAt),
    delayMs,
  };
}

/** Query and body parameters; the query wins. */
function merged(request: Incoming): URLSearchParams {
  const all = new URLSearchParams(request.body);
  for (const [name, value] of new URLSearchParams(request.query)) all.set(name, value);
  return all;
}

function answerOf(exchange: Exchange, route: Route, request: Incoming, query: URLSearchParams, key: ApiKey | undefined, now: number) {
  const params = new Params(query, exchange.strict);
  const call = { exchange, params, market: exchange.market, now: exchange.clock.world() };
  if (!route.signed) {
    checkParams(exchange, route, query, params);
    return route.answer(call);
  }
  const known = authenticate(route, request, params, key, now);
  checkParams(exchange, route, query, params);
  return route.answer({ ...call, key: known, ledger: exchange.ledgers.get(known.profile, known.n) });
}

/** Key, signature, recvWindow, timestamp: in this order. */
function authenticate(route: Route, request: Incoming, params: Params, key: ApiKey | undefined, now: number): ApiKey {
  if (request.apiKey === undefined || request.apiKey === '') throw errors.badKeyFormat();
  if (!key || key.elsewhere || (key.revokedAt !== undefined && now >= key.revokedAt)) throw errors.badKey();
  if (route.scope === 'fapi' && !key.rights.futures) throw errors.badKey();
  const signature = params.text('signature');
  if (signature === undefined) throw errors.missing('signature');
  const payload = withoutSignature(request.query) + withoutSignature(request.body);
  if (!signatureMatches(key.secret, payload, signature)) throw errors.badSignature();
  const recvWindow = params.whole('recvWindow') ?? 5000;
  if (recvWindow > MAX_RECV_WINDOW) throw errors.recvWindow();
  const timestamp = params.whole('timestamp');
  if (timestamp === undefined) throw errors.missing('timestamp');
  if (timestamp >= now + AHEAD) throw errors.ahead();
  if (now - timestamp > recvWindow) throw errors.late();
  return key;
}

function checkParams(exchange: Exchange, route: Route, query: URLSearchParams, params: Params): void {
  for (const name of route.needs ?? []) if (params.text(name) === undefined) throw errors.missing(name);
  if (!exchange.strict) return;
  const read = new Set([...(route.reads ?? []), ...(route.needs ?? []), ...(route.signed ? SECURITY_PARAMS : [])]);
  const sent = [...new Set(query.keys())];
  const used = sent.filter((name) => read.has(name));
  if (used.length < sent.length) throw errors.unread(used.length, sent.length);
}
