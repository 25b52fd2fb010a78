// The build for other platforms than Node: the one for Node brings a fetch of its own, which warns of its age at every start.
import { Api, GrammyError, HttpError } from 'grammy/web';
import type { Update } from 'grammy/types';
import type { TelegramSettings } from '../../../platform/config/telegram.config.js';
import { scrub } from '../../../platform/observability/logger.js';

/** Of a request, from its start to the end of the answer. */
const TIMEOUT_SECONDS = 10;
/** How long Telegram waits for updates before it answers that there are none. */
const POLL_SECONDS = 25;
/** The kinds of updates that we use; others are not sent. */
const ALLOWED_UPDATES = ['message', 'callback_query', 'my_chat_member', 'chat_member', 'chat_join_request'] as const;

/** A message for one chat, as HTML. */
export interface TelegramMessage {
  chatId: string;
  html: string;
  /** Below the message: opens a page, or sends the data back. */
  button?: { text: string } & ({ url: string } | { callback_data: string });
}

/**
 * What became of a call. `unsent`: there was no connection. `unknown`: it may have been carried out. Neither has a text of the error, which
 * would show the token.
 */
export type TelegramAnswer<T> =
  | { kind: 'done'; result: T }
  | { kind: 'refused'; status: number; description: string; retryAfter: number | null; migrateTo: string | null }
  | { kind: 'unsent' | 'unknown'; code: string };

export interface TelegramTimeouts {
  timeoutSeconds?: number;
}

/**
 * Calls the Bot API through grammY, one request a call: nothing is repeated here. Connections are not kept, since one that died would leave
 * the next message uncertain.
 */
export class TelegramApiClient {
  readonly #api: Api;
  readonly #polling: Api;

  constructor(
    { token, apiRoot }: Pick<TelegramSettings, 'token' | 'apiRoot'>,
    { timeoutSeconds = TIMEOUT_SECONDS }: TelegramTimeouts = {},
  ) {
    const options = { apiRoot, fetch: fetchOnce };
    this.#api = new Api(token, { ...options, timeoutSeconds });
    this.#polling = new Api(token, { ...options, timeoutSeconds: POLL_SECONDS + timeoutSeconds });
  }

  /** Returns the bot's name, and ends a webhook that an earlier setup left: Telegram refuses polls beside it. */
  async begin(): Promise<TelegramAnswer<string>> {
    const ended = await answerTo(() => this.#api.deleteWebhook());
    return ended.kind === 'done' ? answerTo(async () => (await this.#api.getMe()).username) : ended;
  }

  /** Waits for updates from `offset` on, which confirms all before it. */
  updates(offset: number | undefined, signal: AbortSignal): Promise<TelegramAnswer<Update[]>> {
    const request = { timeout: POLL_SECONDS, allowed_updates: ALLOWED_UPDATES, ...(offset !== undefined && { offset }) };
    // grammY's types know the signal of a package that they bring along.
    return answerTo(() => this.#polling.getUpdates(request, signal as never));
  }

  /** Sends a message. Returns its number. `replyTo`: a message that it answers. */
  send(
    { chatId, html, button }: TelegramMessage,
    { isSilent, replyTo }: { isSilent: boolean; replyTo?: string },
  ): Promise<TelegramAnswer<string>> {
    return answerTo(async () => {
      const sent = await this.#api.sendMessage(chatId, html, {
        ...shape,
        ...keyboardOf(button),
        disable_notification: isSilent,
        protect_content: true,
        ...(replyTo !== undefined && { reply_parameters: { message_id: Number(replyTo), allow_sending_without_reply: true } }),
      });
      return numberOf(sent);
    });
  }

  /** Sends plain text for programs. Returns its number. `replyTo`: the message that it answers, without which it is refused. */
  post(chatId: string, text: string, replyTo?: string): Promise<TelegramAnswer<string>> {
    return answerTo(async () => {
      const sent = await this.#api.sendMessage(chatId, text, {
        link_preview_options: { is_disabled: true },
        ...(replyTo !== undefined && { reply_parameters: { message_id: Number(replyTo), allow_sending_without_reply: false } }),
      });
      return numberOf(sent);
    });
  }

  /** Ends the waiting of a button that was pressed. */
  answerPress(callId: string): Promise<TelegramAnswer<true>> {
    return answerTo(() => this.#api.answerCallbackQuery(callId));
  }

  /** Changes the text of a message. */
  edit({ chatId, html, button }: TelegramMessage, messageId: string): Promise<TelegramAnswer<true>> {
    return answerTo(async () => {
      await this.#api.editMessageText(chatId, Number(messageId), html, { ...shape, ...keyboardOf(button) });
      return true as const;
    });
  }

  /** Deletes a message, which Telegram allows for 48 hours. */
  delete(chatId: string, messageId: string): Promise<TelegramAnswer<true>> {
    return answerTo(() => this.#api.deleteMessage(chatId, Number(messageId)));
  }
}

/** Keeps no connection. */
export const fetchOnce: typeof fetch = (input, init) => fetch(input, { ...init, headers: { ...init?.headers, connection: 'close' } });

const keyboardOf = (button: TelegramMessage['button']) => button && { reply_markup: { inline_keyboard: [[button]] } };
const shape = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const;

/** An answer that is not what the Bot API says: the call may have been carried out. */
class Unreadable extends Error {}

function numberOf(message: { message_id?: unknown } | undefined): string {
  if (typeof message?.message_id !== 'number') throw new Unreadable();
  return String(message.message_id);
}

/** Failures before a byte was sent: there was no connection, or TLS refused it. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)/;
const NO_TLS = /^(EPROTO|ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;
const isUnsent = (code: string) => NO_CONNECTION.test(code) || NO_TLS.test(code);

/** Runs one call. Never throws for what the other side does. */
export async function answerTo<T>(call: () => Promise<T>): Promise<TelegramAnswer<T>> {
  try {
    return { kind: 'done', result: await call() };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unknown', code: 'unreadable' };
    if (error instanceof GrammyError) return botRefusalOf(error);
    if (error instanceof HttpError) return sendFailureOf(error.error);
    throw error;
  }
}

function botRefusalOf({ error_code, description, parameters }: GrammyError): TelegramAnswer<never> {
  if (typeof error_code !== 'number') return { kind: 'unknown', code: 'unreadable' };
  // A server that failed may have failed after it sent.
  if (error_code >= 500) return { kind: 'unknown', code: `http-${error_code}` };
  return {
    kind: 'refused',
    status: error_code,
    // Stored and shown. A proxy may quote the address, which holds the token.
    description: scrub(description),
    retryAfter: parameters.retry_after ?? null,
    migrateTo: parameters.migrate_to_chat_id === undefined ? null : String(parameters.migrate_to_chat_id),
  };
}

function sendFailureOf(error: unknown): TelegramAnswer<never> {
  // fetch throws a TypeError whose cause is the failure of the connection.
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown };
  if (typeof code === 'string') return { kind: isUnsent(code) ? 'unsent' : 'unknown', code };
  if (error instanceof Error && / timed out after /.test(error.message)) return { kind: 'unknown', code: 'timeout' };
  return { kind: 'unknown', code: error instanceof SyntaxError ? 'invalid-json' : 'broken' };
}
