import type { Person } from './bot-api.ts';
import { errorOf } from './bot-faults.ts';
import type { Updates } from './updates.ts';
import { refusal, type Answer, type JsonObject } from './wire.ts';

/** The number of the sandbox's only group: a supergroup of which the bot is an admin. */
export const GROUP_ID = -1_001_000_000_001;
const GROUP: JsonObject = { id: GROUP_ID, type: 'supergroup', title: 'Members (sandbox)' };
const MAX_NAME = 32;
/** How long a bot may write to somebody who asked to join. */
const ASKED_MS = 5 * 60_000;

export type MemberStatus = 'creator' | 'administrator' | 'member' | 'left' | 'kicked';

export interface GroupLink {
  invite_link: string;
  name: string;
  expiresAt: number;
  asksToJoin: boolean;
  isRevoked: boolean;
}

interface Parts {
  bot: JsonObject & { id: number };
  updates: Updates;
  person: (id: number) => Person;
  userOf: (person: Person) => JsonObject;
  now: () => number;
}

/** A group with join requests, as Telegram keeps it. */
export class Group {
  readonly members = new Map<number, MemberStatus>();
  /** Open join requests. */
  readonly requests = new Set<number>();
  /** When somebody last asked to join. */
  private readonly asked = new Map<number, number>();
  links: GroupLink[] = [];
  /** False: the bot has lost its rights. */
  isAdmin = true;
  private nextLink = 1;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  reset(): void {
    this.members.clear();
    this.requests.clear();
    this.asked.clear();
    this.links = [];
    this.isAdmin = true;
  }

  /** Whether the bot may write to a person who has not started it: for five minutes after a join request. */
  mayWriteTo(id: number): boolean {
    return this.parts.now() < (this.asked.get(id) ?? -Infinity) + ASKED_MS;
  }

  /** Answers a method about the group; undefined: it is none. */
  answer(method: string, input: JsonObject): Answer | undefined {
    const act = this.acts[method];
    if (!act) return undefined;
    if (Number(input['chat_id']) !== GROUP_ID) return errorOf('chat-not-found');
    if (!this.isAdmin && method !== 'getChatMember') return refusal(400, 'Bad Request: not enough rights');
    return act(input);
  }

  /** A person opens a link. Without `creates_join_request` it lets in whoever opens it. */
  open(person: Person, invite: string): number {
    const link = this.links.find(({ invite_link }) => invite_link === invite);
    if (!link || link.isRevoked || link.expiresAt * 1000 <= this.parts.now()) throw new Error('the link has expired');
    if (this.statusOf(person.id) === 'kicked') throw new Error('the person is banned');
    if (!link.asksToJoin) return this.put(person, 'member', person.id);
    this.requests.add(person.id);
    this.asked.set(person.id, this.parts.now());
    return this.parts.updates.add('chat_join_request', {
      chat: GROUP,
      from: this.parts.userOf(person),
      user_chat_id: person.id,
      date: this.seconds(),
      invite_link: this.wireOf(link),
    });
  }

  /** Somebody stands differently. `by`: who did it. Returns the id of the update. */
  put(person: Person, status: MemberStatus, by: number): number {
    const before = this.statusOf(person.id);
    this.members.set(person.id, status);
    const user = this.parts.userOf(person);
    const from = by === this.parts.bot.id ? this.parts.bot : this.parts.userOf(this.parts.person(by));
    const member = (of: MemberStatus): JsonObject => ({ status: of, user, ...(of === 'kicked' && { until_date: 0 }) });
    return this.parts.updates.add('chat_member', {
      chat: GROUP,
      from,
      date: this.seconds(),
      old_chat_member: member(before),
      new_chat_member: member(status),
    });
  }

  statusOf(id: number): MemberStatus {
    return this.members.get(id) ?? 'left';
  }

  private readonly acts: Record<string, ((input: JsonObject) => Answer) | undefined> = {
    createChatInviteLink: (input) => this.createLink(input),
    revokeChatInviteLink: (input) => this.revoke(input),
    approveChatJoinRequest: (input) => this.decide(input, true),
    declineChatJoinRequest: (input) => this.decide(input, false),
    getChatMember: (input) => this.member(input),
    banChatMember: (input) => this.end(input, 'kicked'),
    unbanChatMember: (input) => this.unban(input),
  };

  private createLink(input: JsonObject): Answer {
    const name = typeof input['name'] === 'string' ? input['name'] : '';
    const asksToJoin = input['creates_join_request'] === true;
    if (name.length > MAX_NAME) return refusal(400, 'Bad Request: invite link name is too long');
    if (asksToJoin && input['member_limit'] !== undefined)
      return refusal(400, "Bad Request: member limit can't be specified for links requiring administrator approval");
    const expiresAt = Number(input['expire_date'] ?? Number.MAX_SAFE_INTEGER / 1000);
    const link = { invite_link: `https://t.me/+sandbox${this.nextLink++}`, name, expiresAt, asksToJoin, isRevoked: false };
    this.links.push(link);
    return { ok: true, result: this.wireOf(link) };
  }

  private revoke(input: JsonObject): Answer {
    const link = this.links.find(({ invite_link }) => invite_link === input['invite_link']);
    if (!link) return refusal(400, 'Bad Request: INVITE_HASH_EXPIRED');
    link.isRevoked = true;
    return { ok: true, result: this.wireOf(link) };
  }

  private decide(input: JsonObject, isApproved: boolean): Answer {
    const id = Number(input['user_id']);
    if (!this.requests.has(id))
      return refusal(400, `Bad Request: ${this.statusOf(id) === 'member' ? 'USER_ALREADY_PARTICIPANT' : 'HIDE_REQUESTER_MISSING'}`);
    this.requests.delete(id);
    if (isApproved) this.put(this.parts.person(id), 'member', this.parts.bot.id);
    return { ok: true, result: true };
  }

  private member(input: JsonObject): Answer {
    const id = Number(input['user_id']);
    if (!this.members.has(id)) return refusal(400, 'Bad Request: user not found');
    return { ok: true, result: { status: this.statusOf(id), user: this.parts.userOf(this.parts.person(id)) } };
  }

  /** Removes whoever is in the group, and lifts a ban; with `only_if_banned` it does the second alone. */
  private unban(input: JsonObject): Answer {
    const status = this.statusOf(Number(input['user_id']));
    if (status === 'left' || (input['only_if_banned'] === true && status !== 'kicked')) return { ok: true, result: true };
    return this.end(input, 'left');
  }

  private end(input: JsonObject, status: 'left' | 'kicked'): Answer {
    const id = Number(input['user_id']);
    if (this.statusOf(id) === 'creator') return refusal(400, "Bad Request: can't remove chat owner");
    if (this.statusOf(id) === 'administrator') return refusal(400, 'Bad Request: user is an administrator of the chat');
    this.put(this.parts.person(id), status, this.parts.bot.id);
    return { ok: true, result: true };
  }

  private readonly wireOf = ({ invite_link, name, expiresAt, asksToJoin, isRevoked }: GroupLink): JsonObject => ({
    invite_link,
    name,
    creator: this.parts.bot,
    creates_join_request: asksToJoin,
    is_primary: false,
    is_revoked: isRevoked,
    expire_date: expiresAt,
  });

  private seconds(): number {
    return Math.floor(this.parts.now() / 1000);
  }
}
