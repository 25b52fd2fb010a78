import { refusal, type Refusal } from './wire.ts';

/** What goes wrong with a call. */
export interface BotFault {
  /** `sendMessage`; all methods when absent. */
  method?: string;
  chat?: number;
  /** Matching calls that pass first, and that are hit. */
  skip?: number;
  times?: number;
  do: {
    /** 429: nobody is served for so many seconds. */
    retryAfter?: number;
    error?:
      'never-started' | 'blocked' | 'deactivated' | 'chat-not-found' | 'not-modified' | 'edit-not-found' | 'cannot-parse' | 'unauthorized';
    /** 400 with an answer that quotes the address of the call, as proxies do. */
    quotesUrl?: boolean;
    /** 400 with the id that the chat has now. */
    migrateTo?: number;
    /** A proxy's page with this status. */
    status?: number;
    /** The connection breaks. */
    reset?: boolean;
    /** How long the answer takes. */
    delayMs?: number;
    /** The true answer ends after so many characters. */
    cutAt?: number;
    /** Before `status` and `reset`: the call is carried out, and its answer is lost. */
    delivered?: boolean;
  };
}

const ERRORS: Record<NonNullable<BotFault['do']['error']>, readonly [number, string]> = {
  blocked: [403, 'Forbidden: bot was blocked by the user'],
  'never-started': [403, "Forbidden: bot can't initiate conversation with a user"],
  deactivated: [403, 'Forbidden: user is deactivated'],
  'chat-not-found': [400, 'Bad Request: chat not found'],
  'not-modified': [
    400,
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content ' +
      'and reply markup of the message',
  ],
  'edit-not-found': [400, 'Bad Request: message to edit not found'],
  'cannot-parse': [400, 'Bad Request: can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'],
  unauthorized: [401, 'Unauthorized'],
};

export const errorOf = (name: keyof typeof ERRORS): Refusal => refusal(...ERRORS[name]);
export const tooMany = (seconds: number): Refusal => refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
export const migrated = (id: number): Refusal =>
  refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: id });

const FIELDS = ['method', 'chat', 'skip', 'times', 'do'];
const ACTIONS = ['retryAfter', 'error', 'quotesUrl', 'migrateTo', 'status', 'reset', 'delayMs', 'cutAt', 'delivered'];

export class BotFaults {
  private armed: (BotFault & { seen: number; hits: number })[] = [];

  /** Throws an Error for a field that is none: it would be a fault that never happens. */
  add(fault: BotFault): void {
    for (const name of Object.keys(fault)) if (!FIELDS.includes(name)) throw new Error(`unknown field of a fault: ${name}`);
    for (const name of Object.keys(fault.do ?? {})) if (!ACTIONS.includes(name)) throw new Error(`unknown fault action: ${name}`);
    if (Object.keys(fault.do ?? {}).length === 0) throw new Error('a fault needs do');
    if (fault.do.error !== undefined && !(fault.do.error in ERRORS)) throw new Error(`unknown error: ${fault.do.error}`);
    this.armed.push({ ...fault, seen: 0, hits: 0 });
  }

  clear(): void {
    this.armed = [];
  }

  match(method: string, chat: number | undefined): BotFault['do'] | undefined {
    for (const fault of this.armed) {
      if ((fault.method !== undefined && fault.method !== method) || (fault.chat !== undefined && fault.chat !== chat)) continue;
      if (fault.seen++ < (fault.skip ?? 0) || fault.hits >= (fault.times ?? Infinity)) continue;
      fault.hits++;
      return fault.do;
    }
    return undefined;
  }
}
