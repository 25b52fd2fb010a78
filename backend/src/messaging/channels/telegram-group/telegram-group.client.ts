import { Api } from 'grammy/web';
import type { TelegramSettings } from '../../../platform/config/telegram.config.js';
import { answerTo, fetchOnce, type TelegramAnswer } from '../telegram/telegram-api.client.js';
import { statusOf, type TelegramStatus } from './group-status.rules.js';

const TIMEOUT_SECONDS = 10;
const DAY_SECONDS = 86_400;
/** How long a link to the group works. */
export const LINK_LIFE_SECONDS = DAY_SECONDS;

/** How Telegram says that it does not know an account in the group. */
const NOT_THERE = /(user|member|participant) not found|PARTICIPANT_ID_INVALID|USER_NOT_PARTICIPANT/i;

/** Calls of the Bot API about the members' group. Each may be repeated, and ends at the same state. */
export class TelegramGroupClient {
  readonly #api: Api;
  readonly #chatId: string;

  constructor({ token, apiRoot }: Pick<TelegramSettings, 'token' | 'apiRoot'>, chatId: string, timeoutSeconds = TIMEOUT_SECONDS) {
    this.#api = new Api(token, { apiRoot, fetch: fetchOnce, timeoutSeconds });
    this.#chatId = chatId;
  }

  /** Makes a link that asks to join. `name`: shown to admins of the group, 32 characters at most. `expiresAt`: in seconds. */
  createLink(name: string, expiresAt: number): Promise<TelegramAnswer<string>> {
    const options = { name, expire_date: expiresAt, creates_join_request: true };
    return answerTo(async () => (await this.#api.createChatInviteLink(this.#chatId, options)).invite_link);
  }

  revokeLink(link: string): Promise<TelegramAnswer<unknown>> {
    return answerTo(() => this.#api.revokeChatInviteLink(this.#chatId, link));
  }

  approve(id: string): Promise<TelegramAnswer<true>> {
    return answerTo(() => this.#api.approveChatJoinRequest(this.#chatId, Number(id)));
  }

  decline(id: string): Promise<TelegramAnswer<true>> {
    return answerTo(() => this.#api.declineChatJoinRequest(this.#chatId, Number(id)));
  }

  /** Returns where an account stands, as Telegram knows it. One that was never there has left. */
  async member(id: string): Promise<TelegramAnswer<TelegramStatus>> {
    const answer = await answerTo(async () => statusOf(await this.#api.getChatMember(this.#chatId, Number(id))));
    return answer.kind === 'refused' && NOT_THERE.test(answer.description) ? { kind: 'done', result: 'left' } : answer;
  }

  /** Removes an account in one call, which leaves no ban: without `only_if_banned` an unban removes whoever is in the group. */
  remove(id: string): Promise<TelegramAnswer<true>> {
    return answerTo(() => this.#api.unbanChatMember(this.#chatId, Number(id)));
  }
}
