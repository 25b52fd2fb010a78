import type { Language } from '../../../platform/domain/index.js';

/**
 * State of a Telegram account in the group. `invited`: it may join, or a link is to be made. `requested`: its join request waits for
 * an answer. `left`: it left by itself. `removed`: it was removed or declined. `kept`: an admin, the owner or an account of the allow-list.
 * `banned`: an admin of the group banned it.
 */
export const chatStatuses = ['invited', 'requested', 'member', 'left', 'removed', 'kept', 'banned'] as const;
export type ChatStatus = (typeof chatStatuses)[number];

/** A message that an account gets once. `invited`: the link to the group. */
export const groupNotices = ['invited', 'declined', 'removed'] as const;
export type GroupNotice = (typeof groupNotices)[number];

/** What is done next about a row, the most urgent first. */
export const groupActs = ['remove', 'answer', 'revoke', 'invite', 'tell', 'check'] as const;
export type GroupAct = (typeof groupActs)[number];

/** A Telegram account as it is sealed in a row. */
export interface ChatAccount {
  /** The number of the account. */
  id: string;
  /** The chat to write to: the account's private chat, or the one that a join request opened for five minutes. */
  chat: string;
  language: Language;
}

/** A row that a worker holds until its lease ends. */
export interface ClaimedMember {
  id: string;
  hash: Buffer;
  /** Proof that this worker holds the row. */
  lease: string;
  attempts: number;
}

/** A held row as it is just before a request. */
export interface HeldMember extends ClaimedMember {
  act: GroupAct;
  status: ChatStatus;
  account: Buffer;
  userId: string | null;
  link: string | null;
  notice: GroupNotice | null;
  /** The member's language; null for an account that belongs to no member. */
  language: string | null;
  /** Its member is linked and may see signals. */
  isEntitled: boolean;
}

/** What a request changes. Fields that are absent stay. */
export interface MemberChange {
  status?: ChatStatus;
  link?: { url: string; expiresInSeconds: number } | null;
  isLinkWanted?: boolean;
  notice?: GroupNotice | null;
  /** Telegram was asked, and nothing has changed. */
  isChecked?: boolean;
}
