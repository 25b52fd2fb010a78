import { toJson } from '../wire/json.ts';
import type { Wire } from '../wire/json.ts';
import { fraction, hashText, mix, Rng } from '../world/random.ts';

/** What to do to an answer. Several may be combined, e.g. `delayMs` with `cutAt`. */
export interface FaultAction {
  /** Instead of the answer: HTTP status with {code, msg}; a body of one's own with `text` or `json`. */
  status?: number;
  code?: number;
  msg?: string;
  /** Seconds in a Retry-After header. */
  retryAfter?: number;
  /** A proxy's page, with `status` or 200. */
  html?: boolean;
  text?: string;
  json?: Wire;
  /** No body at all. */
  empty?: boolean;
  /** How long the answer takes. */
  delayMs?: number;
  /** The connection breaks before any answer. */
  reset?: boolean;
  /** The true answer cut after so many characters. */
  cutAt?: number;
  /** Fields laid over the true answer, when it is an object. */
  merge?: { readonly [key: string]: Wire };
  /** On a list: edge rows twice, rows in another order, or the page answered before this one. */
  rows?: 'duplicate' | 'shuffle' | 'repeat';
}

export interface Fault {
  /** "/api/v3/myTrades", or a beginning with a star: "/fapi/*". */
  path: string;
  /** Member ("typical-1") or API key; all when absent. */
  member?: string;
  /** Only requests whose parameter has this value. */
  params?: Record<string, string>;
  /** Matching requests that pass first. */
  skip?: number;
  /** Matching requests that are hit; without it all. */
  times?: number;
  /** Share of the matching requests that is hit, the same ones in every run. */
  probability?: number;
  do: FaultAction;
}

interface Armed extends Fault {
  id: number;
  seen: number;
  hits: number;
}

export interface FaultTarget {
  path: string;
  member: string | undefined;
  apiKey: string | undefined;
  query: URLSearchParams;
}

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>';
const MAX_PAGES_KEPT = 200;

export class Faults {
  private readonly seed: string;
  private armed: Armed[] = [];
  private nextId = 1;
  private readonly pages = new Map<string, readonly Wire[]>();

  constructor(seed: string) {
    this.seed = seed;
  }

  add(fault: Fault): number {
    const id = this.nextId++;
    this.armed.push({ ...fault, id, seen: 0, hits: 0 });
    return id;
  }

  clear(): void {
    this.armed = [];
    this.pages.clear();
  }

  list(): readonly (Fault & { id: number; seen: number; hits: number })[] {
    return this.armed;
  }

  /** The first armed fault that hits this request, counted as used. */
  match(target: FaultTarget): (Fault & { id: number }) | undefined {
    for (const fault of this.armed) {
      if (!applies(fault, target)) continue;
      const turn = fault.seen++;
      if (turn < (fault.skip ?? 0)) continue;
      if (fault.times !== undefined && fault.hits >= fault.times) continue;
      if (fault.probability !== undefined && fraction(mix(hashText(`${this.seed}|fault|${fault.path}`), turn)) >= fault.probability)
        continue;
      fault.hits++;
      return fault;
    }
    return undefined;
  }

  /** Whether the action answers by itself, before anything of the request is looked at. */
  static replaces(action: FaultAction): boolean {
    return (
      action.status !== undefined || action.html === true || action.text !== undefined || action.json !== undefined || action.empty === true
    );
  }

  /** The true answer with the action's changes; also remembers pages for `repeat`. */
  alter(action: FaultAction | undefined, target: FaultTarget, answer: Wire): Wire {
    const key = `${target.path}|${target.apiKey}|${target.query.get('symbol')}`;
    const before = this.pages.get(key);
    if (Array.isArray(answer) && this.armed.some((f) => f.do.rows === 'repeat')) {
      if (this.pages.size > MAX_PAGES_KEPT) this.pages.clear();
      this.pages.set(key, answer);
    }
    if (!action) return answer;
    if (action.merge && answer !== null && typeof answer === 'object' && !Array.isArray(answer)) return { ...answer, ...action.merge };
    if (!Array.isArray(answer)) return answer;
    const rows: readonly Wire[] = answer;
    if (action.rows === 'repeat') return before ?? rows;
    if (action.rows === 'duplicate') return [...rows.slice(0, 1), ...rows, ...rows.slice(-1)];
    if (action.rows === 'shuffle') return shuffled(rows, new Rng(hashText(`${this.seed}|shuffle|${key}`)));
    return rows;
  }
}

function applies(fault: Fault, target: FaultTarget): boolean {
  const path = fault.path.endsWith('*') ? target.path.startsWith(fault.path.slice(0, -1)) : target.path === fault.path;
  const member = fault.member === undefined || fault.member === target.member || fault.member === target.apiKey;
  const params = Object.entries(fault.params ?? {}).every(([name, value]) => target.query.get(name) === value);
  return path && member && params;
}

function shuffled(rows: readonly Wire[], rng: Rng): Wire[] {
  const out = [...rows];
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.integer(0, i + 1);
    [out[i], out[j]] = [out[j] ?? null, out[i] ?? null];
  }
  return out;
}

/** code and msg the exchange itself gives with a status, for faults that name none. */
const CUSTOMARY: Record<number, readonly [number, string]> = {
  400: [-1022, 'Signature for this request is not valid.'],
  401: [-2015, 'Invalid API-key, IP, or permissions for action.'],
  408: [-1007, 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.'],
  418: [-1003, 'Way too much request weight used; IP banned. Please use WebSocket Streams for live updates to avoid bans.'],
  429: [-1003, 'Too much request weight used. Please use WebSocket Streams for live updates to avoid polling the API.'],
  500: [-1001, 'Internal error; unable to process your request. Please try again.'],
  503: [-1008, 'Server is currently overloaded with other requests. Please try again in a few minutes.'],
};

/** Status, type and text of an answer a fault makes up; `code` when it is one of the exchange's errors. */
export function madeUp(action: FaultAction): { status: number; type: string; text: string; code?: number } {
  const status = action.status ?? 200;
  const type = 'application/json;charset=UTF-8';
  if (action.empty) return { status, type, text: '' };
  if (action.html) return { status, type: 'text/html', text: HTML };
  if (action.text !== undefined) return { status, type: 'text/plain', text: action.text };
  if (action.json !== undefined) return { status, type, text: toJson(action.json) };
  const [customaryCode, customaryText] = CUSTOMARY[status] ?? [-1000, 'An unknown error occurred while processing the request.'];
  const code = action.code ?? customaryCode;
  return { status, type, text: toJson({ code, msg: action.msg ?? customaryText }), code };
}
