import type { EntityManager } from '@mikro-orm/postgresql';

/** What the bot says in a chat. */
export interface ChatAnswer {
  /** Telegram's HTML. */
  html: string;
  /** Below the message; pressing it sends the data back, 64 bytes at most. */
  button?: { text: string; callback_data: string };
}

/** A reply to a message that `TelegramNotes` has queued, by the member whose account it is. */
export interface DraftReply {
  /** Of that message. */
  eventId: string;
  userId: string;
  /** Telegram's number of the private chat. */
  chatId: string;
  text: string;
}

/** A button was pressed by the member whose account it is, in their private chat. */
export interface DraftPress {
  userId: string;
  chatId: string;
  data: string;
}

/** What replies and buttons mean: the bot knows nothing of what it carries. Null: nothing is answered. */
export abstract class DraftReplies {
  abstract reply(tx: EntityManager, reply: DraftReply): Promise<ChatAnswer | null>;
  abstract press(tx: EntityManager, press: DraftPress): Promise<ChatAnswer | null>;
}
