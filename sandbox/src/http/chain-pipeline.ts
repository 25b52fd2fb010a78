import { isPublicPrice, publicPrice } from '../venues/public-prices.ts';
import { FX_PATH, referenceRates } from '../fx/reference-rates.ts';
import type { Wire } from '../wire/json.ts';
import type { Exchange } from './exchange.ts';
import { Faults, madeUp } from './faults.ts';
import type { Incoming, Outgoing } from './pipeline.ts';

/** One request to a chain's API, for the bank's reference rates or for prices of other venues, from bytes to bytes: faults, answer, journal. */
export function handleChain(exchange: Exchange, request: Incoming): Outgoing {
  const query = new URLSearchParams(request.query);
  const target = { path: request.path, member: undefined, apiKey: request.apiKey, query };
  const fault = exchange.faults.match(target);
  const action = fault?.do ?? {};
  let out = Faults.replaces(action) ? madeUp(action) : answer(exchange, request, query);
  if ((action.merge || action.rows) && out.type === 'application/json')
    out = { ...out, text: JSON.stringify(exchange.faults.alter(action, target, JSON.parse(out.text) as Wire)) };
  exchange.journal.add({
    at: exchange.clock.server(),
    name: `${request.method} ${request.path}`,
    params: Object.fromEntries(query),
    member: undefined,
    ip: request.ip,
    scope: undefined,
    weight: 0,
    status: action.reset ? 0 : out.status,
    code: undefined,
    fault: fault?.id,
  });
  const delayMs = action.delayMs ?? 0;
  if (action.reset) return { reset: true, delayMs };
  const retryAfter: Record<string, string> = action.retryAfter === undefined ? {} : { 'Retry-After': String(action.retryAfter) };
  const text = action.cutAt === undefined ? out.text : out.text.slice(0, action.cutAt);
  return { reset: false, status: out.status, headers: { 'Content-Type': out.type, 'X-Sandbox': '1', ...retryAfter }, text, delayMs };
}

function answer(exchange: Exchange, { method, path, body }: Incoming, query: URLSearchParams) {
  if (path.startsWith(FX_PATH)) return referenceRates(exchange.seed, exchange.clock.server(), method, path);
  if (isPublicPrice(path)) return publicPrice(exchange, path, query);
  return exchange.chains.answer(method, path, query, body);
}
