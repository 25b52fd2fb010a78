import { BotFaults, errorOf } from './bot-faults.ts';
import { BotLimits } from './bot-limits.ts';
import { channelChat, BotChannels } from './bot-channels.ts';
import { Group } from './group.ts';
import { Updates } from './updates.ts';
import { plainText, refusal, type Answer, type Json, type JsonObject } from './wire.ts';

export const TELEGRAM_PATH = '/telegram/';
/** The token of the sandbox's only bot. */
export const BOT_TOKEN = '7000000001:sandbox-bot-token-of-no-use-to-any';
export const BOT_NAME = 'tidemark_sandbox_bot';
const BOT = { id: 7_000_000_001, is_bot: true, first_name: 'Tidemark sandbox', username: BOT_NAME };
const MAX_TEXT = 4096;
const MAX_KEPT = 5000;
/** A message can be deleted for so long. */
const DELETABLE_MS = 48 * 3_600_000;
/** Bytes that a button may send back. */
const MAX_DATA = 64;

export interface Person {
  id: number;
  first_name: string;
  username?: string;
  language_code?: string;
  isBlocking: boolean;
  /** It has written to the bot. */
  hasStarted?: boolean;
  isBot?: boolean;
}

/** A message as the person sees it now. */
export interface SentMessage {
  message_id: number;
  chat: number;
  /** Without HTML. */
  text: string;
  html: string;
  isSilent: boolean;
  isProtected: boolean;
  /** As a program reads it, and not as HTML. */
  isPlain: boolean;
  /** Where the button below leads; null: there is none. */
  button: string | null;
  /** What the button below sends back; null: there is none. */
  data: string | null;
  replyTo: number | null;
  sentAt: number;
  edits: number;
  /** The HTML with which it was sent, before any edit. */
  original: string;
}

/** A call that came in, with the status it got; `isEarly`: before the end of a 429. */
export interface BotCall {
  at: number;
  method: string;
  chat: number | undefined;
  status: number;
  isEarly: boolean;
}

/** Telegram's Bot API with one bot, and the people it talks to. */
export class BotApi {
  readonly faults = new BotFaults();
  readonly updates = new Updates();
  readonly people = new Map<number, Person>();
  readonly channels: BotChannels;
  messages: SentMessage[] = [];
  calls: BotCall[] = [];
  readonly limits: BotLimits;
  readonly group: Group;
  private nextMessage = 1;

  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
    this.channels = new BotChannels(now);
    this.limits = new BotLimits(now);
    this.group = new Group({ bot: BOT, updates: this.updates, person: (id) => this.person(id), userOf, now });
  }

  reset(): void {
    this.faults.clear();
    this.updates.clear();
    this.people.clear();
    this.channels.clear();
    this.group.reset();
    this.messages = [];
    this.calls = [];
    this.limits.clear();
  }

  note(call: Omit<BotCall, 'at'>): void {
    this.calls.push({ at: this.now(), ...call });
    if (this.calls.length > MAX_KEPT) this.calls.shift();
  }

  /** Answers a method that does not wait. */
  answer(method: string, input: JsonObject): Answer {
    if (method === 'getMe') return { ok: true, result: { ...BOT, can_join_groups: true } };
    if (method === 'deleteWebhook') return { ok: true, result: true };
    if (method === 'answerCallbackQuery') return { ok: true, result: true };
    if (method === 'sendMessage') return this.send(input);
    if (method === 'editMessageText') return this.edit(input);
    if (method === 'deleteMessage') return this.delete(input);
    return this.group.answer(method, input) ?? refusal(404, 'Not Found');
  }

  /** A message from a person to the bot, in their private chat or another. */
  say(person: Person, text: string, { chat = privateChat(person), replyTo }: { chat?: JsonObject; replyTo?: number } = {}): number {
    person.hasStarted = true;
    const command = /^\/\w+/.exec(text)?.[0];
    return this.updates.add('message', {
      message_id: this.nextMessage++,
      from: userOf(person),
      chat,
      date: Math.floor(this.now() / 1000),
      text,
      ...(replyTo !== undefined && { reply_to_message: { message_id: replyTo, chat, from: BOT, date: Math.floor(this.now() / 1000) } }),
      ...(command && { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
    });
  }

  press(person: Person, messageId: number, data: string, chat: JsonObject = privateChat(person)): number {
    person.hasStarted = true;
    return this.updates.add('callback_query', {
      id: String(this.nextMessage++),
      from: userOf(person),
      chat_instance: String(person.id),
      data,
      message: { message_id: messageId, chat, date: Math.floor(this.now() / 1000) },
    });
  }

  /** The person blocks the bot, or unblocks it. */
  block(person: Person, isBlocking: boolean): number {
    const [before, after] = isBlocking ? ['member', 'kicked'] : ['kicked', 'member'];
    person.isBlocking = isBlocking;
    person.hasStarted = true;
    const member = (status: string): JsonObject => ({ status, user: BOT, ...(status === 'kicked' && { until_date: 0 }) });
    return this.updates.add('my_chat_member', {
      chat: privateChat(person),
      from: userOf(person),
      date: Math.floor(this.now() / 1000),
      old_chat_member: member(before!),
      new_chat_member: member(after!),
    });
  }

  /** A person by id; a new one is made. */
  person(id: number, changes: Partial<Person> = {}): Person {
    const known = this.people.get(id) ?? { id, first_name: `Person ${id}`, isBlocking: false };
    Object.assign(known, changes);
    this.people.set(id, known);
    return known;
  }

  /** The chat that a call names, as the wire tells it, or why it cannot be used. */
  private chatOf(id: number): { chat: JsonObject } | Extract<Answer, { ok: false }> {
    const person = this.people.get(id);
    if (person && !person.hasStarted && !this.group.mayWriteTo(id)) return errorOf('never-started');
    if (person) return person.isBlocking ? errorOf('blocked') : { chat: privateChat(person) };
    const channel = this.channels.take(id);
    if (!channel) return errorOf('chat-not-found');
    return 'ok' in channel ? channel : { chat: channelChat(channel) };
  }

  private message(chat: number, id: number): SentMessage | undefined {
    return this.messages.find((one) => one.chat === chat && one.message_id === id);
  }

  private send(input: JsonObject): Answer {
    const chat = Number(input['chat_id']);
    const found = this.chatOf(chat);
    if ('ok' in found) return found;
    const read = textOf(input);
    if ('ok' in read) return read;
    if (Buffer.byteLength(buttonOf(input)?.callback_data ?? '') > MAX_DATA) return refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
    const reply = input['reply_parameters'] as JsonObject | undefined;
    if (reply && reply['allow_sending_without_reply'] !== true && !this.message(chat, Number(reply['message_id'])))
      return refusal(400, 'Bad Request: message to be replied not found');
    const message: SentMessage = {
      message_id: this.nextMessage++,
      chat,
      ...read,
      isSilent: input['disable_notification'] === true,
      isProtected: input['protect_content'] === true,
      isPlain: input['parse_mode'] === undefined,
      button: buttonOf(input)?.url ?? null,
      data: buttonOf(input)?.callback_data ?? null,
      replyTo: reply ? Number(reply['message_id']) : null,
      sentAt: this.now(),
      edits: 0,
      original: read.html,
    };
    this.messages.push(message);
    if (this.messages.length > MAX_KEPT) this.messages.shift();
    return { ok: true, result: wireOf(message, found.chat) };
  }

  private edit(input: JsonObject): Answer {
    const chat = Number(input['chat_id']);
    const found = this.chatOf(chat);
    if ('ok' in found) return found;
    const message = this.message(chat, Number(input['message_id']));
    if (!message) return errorOf('edit-not-found');
    const read = textOf(input);
    if ('ok' in read) return read;
    if (read.html === message.html) return errorOf('not-modified');
    Object.assign(message, read, {
      edits: message.edits + 1,
      button: buttonOf(input)?.url ?? null,
      data: buttonOf(input)?.callback_data ?? null,
    });
    return { ok: true, result: wireOf(message, found.chat) };
  }

  private delete(input: JsonObject): Answer {
    const chat = Number(input['chat_id']);
    const found = this.chatOf(chat);
    if ('ok' in found) return found;
    const message = this.message(chat, Number(input['message_id']));
    if (!message) return refusal(400, 'Bad Request: message to delete not found');
    if (this.now() - message.sentAt > DELETABLE_MS) return refusal(400, "Bad Request: message can't be deleted for everyone");
    this.messages = this.messages.filter((one) => one !== message);
    return { ok: true, result: true };
  }
}

/** Reads the text of a message, or refuses it as Telegram does. */
function textOf(input: JsonObject): { text: string; html: string } | Extract<Answer, { ok: false }> {
  const html = typeof input['text'] === 'string' ? input['text'] : '';
  const read = input['parse_mode'] === 'HTML' ? plainText(html) : { text: html };
  if ('problem' in read) return refusal(400, `Bad Request: ${read.problem}`);
  if (read.text.trim() === '') return refusal(400, 'Bad Request: message text is empty');
  if (read.text.length > MAX_TEXT) return refusal(400, 'Bad Request: message is too long');
  return { text: read.text, html };
}

/** The first button of a message. */
function buttonOf(input: JsonObject): { url?: string; callback_data?: string } | undefined {
  const markup = input['reply_markup'] as { inline_keyboard?: { url?: string; callback_data?: string }[][] } | undefined;
  return markup?.inline_keyboard?.[0]?.[0];
}

const userOf = ({ id, first_name, username, language_code, isBot }: Person): JsonObject => ({
  id,
  is_bot: isBot ?? false,
  first_name,
  username,
  language_code,
});
const privateChat = ({ id, first_name, username }: Person): JsonObject => ({ id, first_name, username, type: 'private' });
const wireOf = ({ message_id, text, sentAt, edits }: SentMessage, chat: JsonObject): Json => ({
  message_id,
  from: BOT,
  chat,
  date: Math.floor(sentAt / 1000),
  ...(edits > 0 && { edit_date: Math.floor(sentAt / 1000) }),
  text,
});
