import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { Credentials, Venue } from '../../port/index.js';
import { ExactJson } from './exact-json.js';
import {
  MAX_ANSWER_BYTES,
  MAX_CATALOGUE_BYTES,
  readBody,
  sharedDispatcher,
  TIMEOUT_MS,
  type Dispatcher,
  type Undici,
} from './transport.js';
import type { WireAnswer } from './wire-answer.js';

export type Params = Readonly<Record<string, string | number>>;

/** What goes with one request. */
export interface Errand {
  /** What is asked: answers of one kind are alike. */
  kind: string;
  /** Local clock minus the venue's in milliseconds, for the request's stamp. */
  timeDifference: number;
  /** Sees the answer, also a failed one, before ccxt judges it; throws what the answer stands for. */
  onAnswer(answer: WireAnswer): void;
  signal: AbortSignal | undefined;
}

/** One account's ccxt instance: implicit methods by name. */
export interface Wire {
  /** The stamp is made before the first await: requests of one account side by side keep their own time differences. */
  request(call: string, params: Params, errand: Errand): Promise<unknown>;
}

type ImplicitCall = (params: Params) => Promise<unknown>;

interface UndiciAnswer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

/** What of ccxt's base class this file relies on; the version is pinned because these are internals. */
interface CcxtBase {
  options: Record<string, unknown>;
  undiciModule: Undici | undefined;
  fetchDispatcher: Dispatcher | undefined;
  loadFetchImplementation(): Promise<void>;
  undiciRequest(url: string, request: { signal: AbortSignal }): Promise<unknown>;
  undiciBody(answer: UndiciAnswer): Promise<string>;
  onRestResponse(status: number, statusText: string, url: string, method: string, headers: Record<string, string>, body: string): string;
  parseJson(text: string): unknown;
}
type CcxtClass = new (settings: Record<string, unknown>) => CcxtBase;

export interface CcxtErrors {
  BaseError: new (message?: string) => Error;
  OperationFailed: new (message?: string) => Error;
  AuthenticationError: new (message?: string) => Error;
}

export interface CcxtModule {
  /** Null: an instance without a key, for what everybody may ask. */
  createWire(credentials: Credentials | null): Wire;
  errors: CcxtErrors;
  close(): Promise<void>;
}

export interface CcxtSettings {
  venue: Venue;
  /** Where all calls go instead of the venue's own hosts. */
  base?: string | undefined;
  /** The instance's `options`: set here, never from a member's input (security T13). */
  options?: Readonly<Record<string, unknown>> | undefined;
  /** The host of this deployment's region, where the venue has several. */
  hostname?: string | undefined;
}

/**
 * Loads ccxt's one file for the venue, which has the venue's name: the package's entry takes three times as long and 60 MB more
 * (performance.md section 6), and it exports nothing but that entry, hence the address built from it.
 */
export async function loadCcxt({ venue, base, options, hostname }: CcxtSettings): Promise<CcxtModule> {
  const at = (file: string) => new URL(file, import.meta.resolve('ccxt')).href;
  const [{ default: Exchange }, errors] = (await Promise.all([import(at(`./src/${venue}.js`)), import(at('./src/base/errors.js'))])) as [
    { default: CcxtClass },
    CcxtErrors,
  ];
  /** ccxt tells its hooks the address alone; this tells which request they are in. */
  const errands = new AsyncLocalStorage<Errand>();
  const json = new ExactJson();
  let dispatcher: Dispatcher | undefined;

  class TidemarkExchange extends Exchange {
    maxAnswerBytes = MAX_ANSWER_BYTES;

    /** Every instance would open a pool of its own: all share one. */
    override async loadFetchImplementation(): Promise<void> {
      await super.loadFetchImplementation();
      if (!this.undiciModule) throw new Error('ccxt came without its HTTP client');
      const own = this.fetchDispatcher;
      dispatcher ??= sharedDispatcher(this.undiciModule, base);
      if (own === dispatcher) return;
      this.fetchDispatcher = dispatcher;
      await own?.close();
    }

    /** ccxt's signal is its time-out alone. */
    override undiciRequest(url: string, request: { signal: AbortSignal }): Promise<unknown> {
      const signal = errands.getStore()?.signal;
      if (signal) request.signal = AbortSignal.any([request.signal, signal]);
      return super.undiciRequest(url, request);
    }

    override undiciBody({ body, headers, statusCode }: UndiciAnswer): Promise<string> {
      return readBody(body, statusCode === 204 ? undefined : asText(headers['content-encoding']), this.maxAnswerBytes);
    }

    override onRestResponse(
      status: number,
      _text: string,
      url: string,
      _method: string,
      headers: Record<string, string>,
      body: string,
    ): string {
      const text = body.trim();
      errands.getStore()?.onAnswer({
        status,
        url: new URL(url),
        headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: text,
      });
      return text;
    }

    override parseJson(text: string): unknown {
      return json.parse(text, errands.getStore()?.kind ?? '');
    }
  }

  function createWire(credentials: Credentials | null): Wire {
    const instance = new TidemarkExchange({
      ...(credentials && { apiKey: credentials.apiKey, secret: credentials.secretKey }),
      ...(credentials?.passphrase !== undefined && { password: credentials.passphrase }),
      // Our own budget is shared by all accounts; ccxt's throttler is not, and mixes the venue's counters (exchange.md section 0).
      enableRateLimit: false,
      timeout: TIMEOUT_MS,
      // Nothing of an account's last answer stays in memory.
      enableLastJsonResponse: false,
      enableLastHttpResponse: false,
      enableLastResponseHeaders: false,
      ...(options && { options }),
      ...(hostname !== undefined && { hostname }),
    });
    // The list of all symbols, larger than anything an account answers, is asked for without a key.
    if (!credentials) instance.maxAnswerBytes = MAX_CATALOGUE_BYTES;
    // After a success ccxt would report a revoked key as a rate limit; the setter swallows its attempt to remember one.
    Object.defineProperty(instance.options, 'hasAlreadyAuthenticatedSuccessfully', {
      get: () => false,
      set: () => undefined,
      enumerable: false,
    });
    const calls = instance as unknown as Record<string, ImplicitCall | undefined>;
    // A closure only: no object that holds a secret leaves this function (house rule 9).
    return {
      async request(call, params, errand) {
        const implicit = calls[call];
        if (typeof implicit !== 'function') throw new Error(`ccxt has no ${call}`);
        instance.options['timeDifference'] = errand.timeDifference;
        return errands.run(errand, implicit, params);
      },
    };
  }

  return { createWire, errors, close: async () => dispatcher?.close() };
}

function asText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
