import type { ChatMember } from 'grammy/types';

/** What Telegram can say of an account in the group. */
export type TelegramStatus = 'member' | 'kept' | 'banned' | 'left';

/** Returns where an account stands by what Telegram says of it. */
export function statusOf(member: Pick<ChatMember, 'status'> & { is_member?: boolean }): TelegramStatus {
  switch (member.status) {
    case 'creator':
    case 'administrator':
      return 'kept';
    case 'member':
      return 'member';
    case 'restricted':
      return member.is_member ? 'member' : 'left';
    case 'kicked':
      return 'banned';
    default:
      return 'left';
  }
}
