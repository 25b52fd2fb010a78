import type { IncomingMessage, ServerResponse } from 'node:http';
import { BOT_TOKEN, TELEGRAM_PATH, type BotApi } from './bot-api.ts';
import { errorOf, migrated } from './bot-faults.ts';
import { refusal, type Answer, type JsonObject } from './wire.ts';

const CALL = /^\/telegram\/bot([^/]+)\/(\w+)$/;
const MAX_TIMEOUT_S = 50;
const PAGE = '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>';

export const isTelegram = (path: string): boolean => path.startsWith(TELEGRAM_PATH);

/** Answers one call of the Bot API over HTTP, with its faults. */
export async function answerBot(
  bot: BotApi,
  { path, query, body }: { path: string; query: string; body: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, token, method = ''] = CALL.exec(path) ?? [];
  if (token !== BOT_TOKEN) return send(response, token === undefined ? refusal(404, 'Not Found') : errorOf('unauthorized'));
  const input = inputOf(query, body);
  if (!input) return send(response, refusal(400, 'Bad Request: unsupported content'));
  const chat = input['chat_id'] === undefined ? undefined : Number(input['chat_id']);
  const early = bot.limits.early(method, chat);
  const note = (status: number): void => bot.note({ method, chat, status, isEarly: early !== null });
  const refused = early ?? bot.limits.take(method, chat);
  if (refused) {
    note(refused.error_code);
    return send(response, refused);
  }
  const fault = bot.faults.match(method, chat) ?? {};
  const isLost = fault.status !== undefined || fault.reset === true;
  const made = isLost && fault.delivered !== true ? null : await answerOf(bot, method, input, fault, response);
  if (fault.delayMs !== undefined) await later(fault.delayMs, response);
  if (fault.reset) {
    note(0);
    request.socket.resetAndDestroy();
    return;
  }
  if (fault.status !== undefined || !made) {
    const status = fault.status ?? 502;
    note(status);
    response.writeHead(status, { 'Content-Type': 'text/html', 'X-Sandbox': '1', 'Content-Length': Buffer.byteLength(PAGE) }).end(PAGE);
    return;
  }
  note(made.ok ? 200 : made.error_code);
  send(response, made, fault.cutAt);
}

async function answerOf(
  bot: BotApi,
  method: string,
  input: JsonObject,
  fault: NonNullable<ReturnType<BotApi['faults']['match']>>,
  response: ServerResponse,
): Promise<Answer> {
  if (fault.retryAfter !== undefined) return bot.limits.quiet(fault.retryAfter);
  if (fault.migrateTo !== undefined) return migrated(fault.migrateTo);
  if (fault.error !== undefined) return errorOf(fault.error);
  if (fault.quotesUrl) return refusal(400, `Bad Request: cannot serve ${TELEGRAM_PATH}bot${BOT_TOKEN}/${method}`);
  if (method !== 'getUpdates') return bot.answer(method, input);
  const updates = await bot.updates.take(
    {
      offset: Number(input['offset'] ?? 0),
      limit: Number(input['limit'] ?? 100),
      kinds: input['allowed_updates'] as readonly string[] | undefined,
      timeoutMs: Math.min(Number(input['timeout'] ?? 0), MAX_TIMEOUT_S) * 1000,
    },
    (leave) => void response.once('close', leave),
  );
  return updates
    ? { ok: true, result: updates }
    : refusal(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running');
}

/** Parameters of a call: JSON, or a query. */
function inputOf(query: string, body: string): JsonObject | null {
  const given = Object.fromEntries(new URLSearchParams(query));
  if (body === '') return given;
  try {
    return { ...given, ...(JSON.parse(body) as JsonObject) };
  } catch {
    return null;
  }
}

function send(response: ServerResponse, answer: Answer, cutAt?: number): void {
  const text = JSON.stringify(answer).slice(0, cutAt);
  const status = answer.ok ? 200 : answer.error_code;
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Sandbox': '1', 'Content-Length': Buffer.byteLength(text) }).end(text);
}

/** Waits; ends early when the client has gone. */
function later(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
