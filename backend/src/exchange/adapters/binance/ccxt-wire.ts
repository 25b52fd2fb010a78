import type { Readable } from 'node:stream';
import type { Credentials } from '../../port/index.js';
import type { WireAnswer } from './classify.js';
import { parseExactly } from './exact-json.js';
import { MAX_ANSWER_BYTES, MAX_CATALOGUE_BYTES, readBody, sharedDispatcher, TIMEOUT_MS, type Dispatcher, type Undici } from './transport.js';

/** One account's ccxt instance: implicit methods by name, and the clock difference that its signatures use. */
export interface Wire {
  request(call: string, params: Record<string, string | number>): Promise<unknown>;
  /** Local clock minus the venue's, in milliseconds. */
  setTimeDifference(ms: number): void;
}

/** Sees every answer, also failed ones, before ccxt judges it; throws what the answer stands for. */
export type AnswerHook = (answer: WireAnswer) => void;

type ImplicitCall = (params: Record<string, string | number>) => Promise<unknown>;

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
  createWire(credentials: Credentials | null, onAnswer: AnswerHook): Wire;
  errors: CcxtErrors;
  close(): Promise<void>;
}

/**
 * Loads ccxt's one file for the venue: the package's entry takes three times as long and 60 MB more (performance.md section 6), and it
 * exports nothing but that entry, hence the address built from it.
 */
export async function loadCcxt(base?: string): Promise<CcxtModule> {
  const at = (file: string) => new URL(file, import.meta.resolve('ccxt')).href;
  const [{ default: Binance }, errors] = (await Promise.all([import(at('./src/binance.js')), import(at('./src/base/errors.js'))])) as [{ default: CcxtClass }, CcxtErrors];
  let dispatcher: Dispatcher | undefined;

  class TidemarkBinance extends Binance {
    onAnswer: AnswerHook = () => undefined;
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

    override undiciBody({ body, headers, statusCode }: UndiciAnswer): Promise<string> {
      return readBody(body, statusCode === 204 ? undefined : asText(headers['content-encoding']), this.maxAnswerBytes);
    }

    override onRestResponse(status: number, _text: string, url: string, _method: string, headers: Record<string, string>, body: string): string {
      const text = body.trim();
      this.onAnswer({ status, url: new URL(url), headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])), body: text });
      return text;
    }

    override parseJson(text: string): unknown {
      return parseExactly(text);
    }
  }

  function createWire(credentials: Credentials | null, onAnswer: AnswerHook): Wire {
    const instance = new TidemarkBinance({
      ...(credentials && { apiKey: credentials.apiKey, secret: credentials.secretKey }),
      // Our own budget is shared by all accounts; ccxt's throttler is not, and mixes the venue's counters (exchange.md section 0).
      enableRateLimit: false,
      timeout: TIMEOUT_MS,
    });
    instance.onAnswer = onAnswer;
    // The list of all symbols, larger than anything an account answers, is asked for without a key.
    if (!credentials) instance.maxAnswerBytes = MAX_CATALOGUE_BYTES;
    // After a success ccxt would report a revoked key as a rate limit; the setter swallows its attempt to remember one.
    Object.defineProperty(instance.options, 'hasAlreadyAuthenticatedSuccessfully', { get: () => false, set: () => undefined, enumerable: false });
    const calls = instance as unknown as Record<string, ImplicitCall | undefined>;
    // Closures only: no object that holds a secret leaves this function (house rule 9).
    return {
      async request(call, params) {
        const implicit = calls[call];
        if (typeof implicit !== 'function') throw new Error(`ccxt has no ${call}`);
        return implicit(params);
      },
      setTimeDifference: (ms) => void (instance.options['timeDifference'] = ms),
    };
  }

  return { createWire, errors, close: async () => dispatcher?.close() };
}

function asText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
