import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { Clock, DEFAULT_LANGUAGE, languageOf } from '../../../platform/domain/index.js';
import { AuditLog } from '../../../operations/audit/index.js';
import { TelegramApiClient } from '../telegram/telegram-api.client.js';
import { ChatAccounts } from './chat-account.service.js';
import { ChatMemberRepository } from './chat-member.repository.js';
import type { ChatAccount, ClaimedMember, HeldMember, MemberChange } from './chat-member.types.js';
import { isAnswered, isLinkGone, isNotRemovable } from './group-answer.rules.js';
import { GroupRequests } from './group-requests.service.js';
import type { TelegramStatus } from './group-status.rules.js';
import { groupText } from './group-texts.rules.js';
import { LINK_LIFE_SECONDS, TelegramGroupClient } from './telegram-group.client.js';

/**
 * Brings the group in line with the rights of members: one request after the other, each of which may be repeated. A row is looked at again
 * just before its request, and what was stored without its answer is done once more.
 */
@Injectable()
export class GroupMembersService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly members: ChatMemberRepository,
    private readonly accounts: ChatAccounts,
    private readonly client: TelegramGroupClient,
    private readonly api: TelegramApiClient,
    private readonly requests: GroupRequests,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Takes rows about which something is to be done. */
  async claim(limit: number): Promise<ClaimedMember[]> {
    return (await this.requests.isPaused()) ? [] : this.members.claim(this.group.id, limit);
  }

  /** Does what is next about a claimed row. A failure of our own leaves it to the end of its lease. */
  async work(claimed: ClaimedMember): Promise<void> {
    const seconds = await this.requests.turn();
    if (seconds > 0) return this.members.postpone(claimed, seconds, false);
    const row = await this.members.look(claimed);
    if (!row) return this.members.postpone(claimed, 0, false);
    const account = this.accounts.open(row.account, row.id);
    switch (row.act) {
      case 'remove':
        return this.remove(row, account);
      case 'answer':
        return this.answer(row, account);
      case 'revoke':
        return this.revoke(row);
      case 'invite':
        return this.invite(row, account);
      case 'tell':
        return this.tell(row, account);
      case 'check':
        return this.check(row, account, {});
    }
  }

  private async remove(row: HeldMember, account: ChatAccount): Promise<void> {
    if (this.isAllowed(account)) return this.settle(row, { status: 'kept' });
    const answer = await this.client.remove(account.id);
    if (answer.kind === 'done') return this.settle(row, { status: 'removed', notice: 'removed' }, 'remove');
    return isNotRemovable(answer) ? this.check(row, account, {}) : this.requests.failed(row, answer);
  }

  /** Lets in the linked account of a member with the right, whoever the link was made for, and nobody else. */
  private async answer(row: HeldMember, account: ChatAccount): Promise<void> {
    const isWelcome = row.isEntitled || this.isAllowed(account);
    const answer = await (isWelcome ? this.client.approve(account.id) : this.client.decline(account.id));
    if (answer.kind === 'done' && isWelcome) return this.settle(row, { status: 'member', isLinkWanted: false, notice: null }, 'admit');
    const declined: MemberChange = { status: 'removed', notice: 'declined' };
    if (answer.kind === 'done') return this.settle(row, declined);
    // Answered before: by a try whose answer was lost, or by an admin of the group.
    return isAnswered(answer) ? this.check(row, account, isWelcome ? {} : declined) : this.requests.failed(row, answer);
  }

  /** `removed`: when a right begins again, a link follows by itself. */
  private async revoke(row: HeldMember): Promise<void> {
    const answer = await this.client.revokeLink(row.link!);
    if (answer.kind !== 'done' && !isLinkGone(answer)) return this.requests.failed(row, answer);
    const isOver = !row.isEntitled && (row.status === 'invited' || row.status === 'left');
    return this.settle(row, { link: null, ...(isOver && { status: 'removed', notice: null }) });
  }

  /** Makes a link. One whose answer was lost expires by itself, and lets nobody in. */
  private async invite(row: HeldMember, account: ChatAccount): Promise<void> {
    const found = await this.client.member(account.id);
    if (found.kind !== 'done') return this.requests.failed(row, found);
    if (found.result !== 'left') return this.settle(row, { status: found.result, isLinkWanted: false, notice: null });
    const seconds = await this.requests.turn();
    if (seconds > 0) return this.members.postpone(row, seconds, false);
    const expiresAt = Math.floor(this.clock.now().getTime() / 1000) + LINK_LIFE_SECONDS;
    const made = await this.client.createLink(row.id.replaceAll('-', ''), expiresAt);
    if (made.kind !== 'done') return this.requests.failed(row, made);
    const isNews = row.status === 'removed' || row.notice === 'invited';
    await this.settle(row, {
      status: 'invited',
      link: { url: made.result, expiresInSeconds: LINK_LIFE_SECONDS },
      isLinkWanted: false,
      notice: isNews ? 'invited' : null,
    });
  }

  /** Sends a notice once: one that may have arrived is not repeated, and the page says the same. */
  private async tell(row: HeldMember, account: ChatAccount): Promise<void> {
    const seconds = await this.requests.turnOf(row.hash);
    if (seconds > 0) return this.members.postpone(row, seconds, false);
    if (row.notice === null || !(await this.members.takeNotice(row))) return;
    const language = languageOf(row.language) ?? account.language ?? DEFAULT_LANGUAGE;
    const url = row.notice === 'invited' ? this.linkOf(row.link!) : `${this.config.publicUrl}/#/notification-settings`;
    const answer = await this.api.send({ chatId: account.chat, html: groupText(row.notice, language, url) }, { isSilent: false });
    if (answer.kind === 'refused' && answer.status === 429) return this.requests.failed(row, answer);
    return this.settle(row, {});
  }

  /** Asks Telegram where the account stands, and stores that. `change`: what is stored where it is out of the group. */
  private async check(row: HeldMember, account: ChatAccount, change: MemberChange): Promise<void> {
    const found = await this.client.member(account.id);
    if (found.kind !== 'done') return this.requests.failed(row, found);
    const { result } = found;
    if (result === 'left') return this.settle(row, { ...goneFrom(row), ...change });
    return this.settle(row, { status: result, ...(result === 'member' && row.isEntitled && { isLinkWanted: false, notice: null }) });
  }

  /** `act`: what Telegram has just done. It is recorded also where its update came first, which takes the row from this worker. */
  private async settle(row: HeldMember, change: MemberChange, act?: 'admit' | 'remove'): Promise<void> {
    await this.em.transactional(async (tx) => {
      await this.members.settle(tx, row, change);
      if (act === undefined) return;
      await this.audit.record(tx, {
        action: `telegram.group-${act}`,
        actorId: null,
        actorRole: null,
        targetType: 'telegram account',
        targetId: row.id,
        detail: { userId: row.userId },
      });
    });
  }

  private isAllowed({ id }: ChatAccount): boolean {
    return this.group.allowed.includes(id);
  }

  /** In the demo a link leads to the sandbox's stand-in of Telegram. */
  private linkOf(link: string): string {
    return link.replace('https://t.me', this.config.telegram!.linkRoot);
  }

  private get group() {
    return this.config.telegram!.group!;
  }
}

/** What is stored of an account that turned out to be out of the group. */
function goneFrom({ status }: HeldMember): MemberChange {
  const isKnown = status === 'removed';
  return isKnown ? { isChecked: true } : { status: 'left' satisfies TelegramStatus };
}
