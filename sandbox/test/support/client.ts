import { createHmac } from 'node:crypto';
import type { Sandbox } from '../../src/index.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const DAY = 86_400_000;

export type Fields = Record<string, unknown>;
export type Params = Record<string, string | number | boolean>;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed; undefined when the text is not JSON. */
  json: unknown;
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sign(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('hex');
}

function query(params: Params): string {
  return new URLSearchParams(Object.entries(params).map(([k, v]): [string, string] => [k, String(v)])).toString();
}

/** Talks to a sandbox the way an exchange client does; `profile` and `keyProfile` pick the key. */
export class Client {
  readonly apiKey: string;
  readonly secret: string;
  private readonly sandbox: Sandbox;
  private readonly now: () => number;

  constructor(sandbox: Sandbox, profile: string, keyProfile = 'read-only', options: { n?: number; now?: () => number } = {}) {
    this.sandbox = sandbox;
    this.apiKey = `sbx_${profile}_${keyProfile}_${options.n ?? 1}`;
    this.secret = this.apiKey.replace('sbx', 'sbs');
    this.now = options.now ?? (() => NOW);
  }

  /** A signed request. */
  get(path: string, params: Params = {}): Promise<Answer> {
    const payload = query({ ...params, timestamp: this.now(), recvWindow: 60_000 });
    return this.raw(`${path}?${payload}&signature=${sign(this.secret, payload)}`);
  }

  /** Exactly this, with the key. */
  raw(pathAndQuery: string): Promise<Answer> {
    return ask(this.sandbox.url + pathAndQuery, { headers: { 'X-MBX-APIKEY': this.apiKey } });
  }

  /** The rows of a signed list. Fails on anything else. */
  async rows(path: string, params: Params = {}): Promise<Fields[]> {
    const { status, text, json } = await this.get(path, params);
    if (status !== 200 || !Array.isArray(json)) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
    return json as Fields[];
  }
}

/** An unsigned request. */
export function open(sandbox: Sandbox, pathAndQuery: string, init: RequestInit = {}): Promise<Answer> {
  return ask(sandbox.url + pathAndQuery, init);
}

export async function control(sandbox: Sandbox, method: string, what: string, body?: unknown): Promise<Fields> {
  const answer = await ask(`${sandbox.url}/__control/${what}`, {
    method,
    headers: { 'X-Control-Token': sandbox.controlToken },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(`control ${what} answered ${answer.status}: ${answer.text}`);
  return answer.json as Fields;
}

export function code(answer: Answer): unknown {
  return (answer.json as Fields | undefined)?.['code'];
}

/** Lifts the limits: tests stand in one frozen minute. */
export async function unlimited(sandbox: Sandbox): Promise<void> {
  await control(sandbox, 'POST', 'limits', { api: 1e9, fapi: 1e9, 'sapi-ip': 1e9, 'sapi-uid': 1e12, 'sapi-uid-second': 1e12 });
}
