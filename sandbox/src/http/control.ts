import { ChainRefusal } from '../chain/bitcoin-chain.ts';
import { controlChain } from '../chain/control.ts';
import { controlPush, PushRefusal } from '../push/push-control.ts';
import { BotRefusal, controlBot } from '../telegram/bot-control.ts';
import { toJson } from '../wire/json.ts';
import type { Wire } from '../wire/json.ts';
import { profiles } from '../world/profiles.ts';
import type { ClockChange } from './clock.ts';
import type { Exchange } from './exchange.ts';
import type { Fault } from './faults.ts';
import { keyProfiles } from './keys.ts';
import type { LimitTable } from './limits.ts';
import type { StreamAction, Streams } from './streams.ts';
import { truthOf } from './truth.ts';

/** A question to the control interface that makes no sense: 400 with this text. */
export class ControlError extends Error {}

const PARTS = ['clock', 'faults', 'log', 'limits', 'streams', 'chains', 'telegram', 'push'] as const;
type Part = (typeof PARTS)[number];

/** The sandbox's own interface: clock, faults, log, truth. Answers JSON text; `what` is the path behind /__control/. */
export function control(exchange: Exchange, streams: Streams, method: string, what: string, query: URLSearchParams, body: string): string {
  const request = `${method} ${what.split('/')[0]}`;
  switch (request) {
    case 'GET clock':
      return plain(exchange.clock.describe());
    case 'POST clock':
      exchange.clock.change(readClock(parse(body)));
      return plain(exchange.clock.describe());
    case 'GET faults':
      return plain(exchange.faults.list());
    case 'POST faults': {
      const list = parse(body);
      const ids = (Array.isArray(list) ? list : [list]).map((fault) => exchange.faults.add(readFault(fault)));
      return plain({ ids });
    }
    case 'DELETE faults':
      exchange.faults.clear();
      return plain({ ok: true });
    case 'GET log':
      return plain(exchange.journal.read(readFilter(query)));
    case 'GET totals':
      return plain(exchange.journal.totals());
    case 'DELETE log':
    case 'DELETE totals':
      exchange.journal.clear();
      return plain({ ok: true });
    case 'GET limits':
      return plain(limits(exchange));
    case 'POST limits': {
      const { windowSeconds, ...table } = readLimits(exchange.limits.table, parse(body));
      Object.assign(exchange.limits.table, table);
      if (windowSeconds !== undefined) exchange.limits.windowSeconds = windowSeconds;
      return plain(limits(exchange));
    }
    case 'POST ban':
      exchange.limits.ban(exchange.clock.server() + readMs(parse(body)));
      return plain({ ok: true });
    case 'GET truth':
      return truth(exchange, what.slice('truth/'.length), query.get('at'));
    case 'POST streams':
      streams.act(readStreams(parse(body)));
      return plain({ ok: true, connections: streams.connections });
    case 'GET members':
      return plain(members(exchange));
    case 'GET chain':
    case 'POST chain':
      return plain(chain(exchange, what.slice('chain/'.length), body === '' ? {} : record(parse(body))));
    case 'GET push':
    case 'POST push':
    case 'DELETE push':
      return plain(push(exchange, method, what.slice('push/'.length), query, body));
    case 'GET telegram':
    case 'POST telegram':
    case 'DELETE telegram':
      return plain(telegram(exchange, method, what.slice('telegram/'.length), query, body));
    case 'POST reset':
      reset(exchange, streams, body === '' ? undefined : parse(body));
      return plain({ ok: true });
    default:
      throw new ControlError(`unknown control request: ${method} ${what}`);
  }
}

function chain(exchange: Exchange, what: string, input: Record<string, unknown>): unknown {
  try {
    const done = controlChain(exchange.chains, what, input);
    exchange.chains.keep();
    return done;
  } catch (error) {
    if (error instanceof ChainRefusal) throw new ControlError(error.message);
    throw error;
  }
}

function telegram(exchange: Exchange, method: string, what: string, query: URLSearchParams, body: string): unknown {
  try {
    return controlBot(exchange.bot, method, what, query, body === '' ? {} : parse(body));
  } catch (error) {
    if (error instanceof BotRefusal) throw new ControlError(error.message);
    throw error;
  }
}

function push(exchange: Exchange, method: string, what: string, query: URLSearchParams, body: string): unknown {
  try {
    return controlPush(exchange.push, method, what, query, body === '' ? {} : parse(body));
  } catch (error) {
    if (error instanceof PushRefusal) throw new ControlError(error.message);
    throw error;
  }
}

function plain(value: unknown): string {
  return JSON.stringify(value);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ControlError(`the body is not JSON: ${String(error)}`);
  }
}

function record(value: unknown): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new ControlError('expected a JSON object');
  return value as Record<string, unknown>;
}

const CLOCK_FIELDS: Record<string, readonly string[]> = {
  offsetMs: ['number'],
  advanceMs: ['number'],
  freeze: ['boolean', 'number'],
  driftMsPerMinute: ['number'],
};

function readClock(value: unknown): ClockChange {
  const change = record(value);
  for (const [name, given] of Object.entries(change)) {
    if (!CLOCK_FIELDS[name]?.includes(typeof given))
      throw new ControlError(`clock takes offsetMs, advanceMs, freeze, driftMsPerMinute; not ${name}`);
  }
  return change;
}

const FAULT_FIELDS = new Set(['path', 'member', 'params', 'skip', 'times', 'probability', 'do']);
const ACTION_FIELDS = new Set([
  'status',
  'code',
  'msg',
  'retryAfter',
  'html',
  'text',
  'json',
  'empty',
  'delayMs',
  'reset',
  'cutAt',
  'merge',
  'rows',
]);

// A misspelt field would be a fault that never happens, and a test that proves nothing.
function readFault(value: unknown): Fault {
  const fault = record(value);
  const action = record(fault['do']);
  for (const name of Object.keys(fault)) if (!FAULT_FIELDS.has(name)) throw new ControlError(`unknown field of a fault: ${name}`);
  for (const name of Object.keys(action)) if (!ACTION_FIELDS.has(name)) throw new ControlError(`unknown fault action: ${name}`);
  if (typeof fault['path'] !== 'string' || Object.keys(action).length === 0) throw new ControlError('a fault needs path and do');
  return fault as unknown as Fault;
}

function readFilter(query: URLSearchParams): { since?: number; member?: string; path?: string; limit?: number } {
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const [since, limit, member, path] = [text('since'), text('limit'), text('member'), text('path')];
  return {
    ...(since !== undefined && { since: Number(since) }),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(member !== undefined && { member }),
    ...(path !== undefined && { path }),
  };
}

function limits({ limits: { table, windowSeconds } }: Exchange): LimitTable & { windowSeconds: number } {
  return { ...table, windowSeconds };
}

function readLimits(known: LimitTable, value: unknown): Partial<LimitTable> & { windowSeconds?: number } {
  const given = record(value);
  for (const [name, limit] of Object.entries(given)) {
    if (name === 'windowSeconds' && Number.isInteger(limit) && (limit as number) > 0) continue;
    if (!Object.hasOwn(known, name) || typeof limit !== 'number')
      throw new ControlError(`limits are numbers for ${Object.keys(known).join(', ')}, and windowSeconds`);
  }
  return given;
}

function readMs(value: unknown): number {
  const { ms } = record(value);
  if (typeof ms !== 'number') throw new ControlError('ban takes {"ms": <length>}');
  return ms;
}

const STREAM_ACTIONS: readonly StreamAction[] = ['shutdown', 'close', 'terminate', 'silence', 'resume', 'refuse'];

function readStreams(value: unknown): StreamAction {
  const action = STREAM_ACTIONS.find((known) => known === record(value)['do']);
  if (!action) throw new ControlError(`streams take {"do": ${STREAM_ACTIONS.map((a) => `"${a}"`).join(' | ')}}`);
  return action;
}

function truth(exchange: Exchange, member: string, at: string | null): string {
  const match = /^([a-z-]+)-([1-9]\d{0,8})$/.exec(member);
  const [, profile = '', n = ''] = match ?? [];
  if (!profiles.has(profile)) throw new ControlError(`unknown member ${member}`);
  const time = at === null ? exchange.clock.world() : Number(at);
  if (!Number.isSafeInteger(time)) throw new ControlError('at is a time in milliseconds');
  return toJson(truthOf(exchange.ledgers.get(profile, Number(n)), exchange.market, time) as unknown as Wire);
}

function members(exchange: Exchange): unknown {
  return {
    seed: exchange.seed,
    profiles: [...profiles.values()].map(({ name, description }) => ({ name, description })),
    keyProfiles,
    form: { member: '<profile>-<n>', apiKey: 'sbx_<profile>_<keyprofile>_<n>', secret: 'sbs_<profile>_<keyprofile>_<n>' },
    example: { member: 'typical-1', apiKey: 'sbx_typical_read-only_1', secret: 'sbs_typical_read-only_1' },
  };
}

function reset(exchange: Exchange, streams: Streams, body: unknown): void {
  const only = body === undefined ? undefined : record(body)['only'];
  if (only !== undefined && !(Array.isArray(only) && only.every((part) => PARTS.some((known) => known === part)))) {
    throw new ControlError(`reset takes {"only": [...]} with ${PARTS.join(', ')}`);
  }
  const wanted = (part: Part): boolean => only === undefined || (only as unknown[]).includes(part);
  if (wanted('clock')) exchange.clock.reset();
  if (wanted('faults')) exchange.faults.clear();
  if (wanted('log')) exchange.journal.clear();
  if (wanted('limits')) exchange.limits.reset();
  if (wanted('chains')) exchange.chains.reset();
  if (wanted('telegram')) exchange.bot.reset();
  if (wanted('push')) exchange.push.reset();
  if (wanted('streams')) streams.act('resume');
}
