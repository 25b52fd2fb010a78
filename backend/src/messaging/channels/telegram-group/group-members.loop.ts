import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import { PollingLoop, RunAtMostEvery } from '../../../platform/queue/index.js';
import { ChatMemberRepository } from './chat-member.repository.js';
import type { ClaimedMember } from './chat-member.types.js';
import { GroupInvitesService } from './group-invites.service.js';
import { GroupMembersService } from './group-members.service.js';

const INTERVAL_MS = 1_000;
const INVITE_MS = 2_000;
const SWEEP_MS = 60_000;
/** Requests under way at a time in one process. */
const CONCURRENCY = 8;

/** Keeps the members' group in line with the rights of members. Several workers may run it. */
@Injectable()
export class GroupMembersLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Telegram');
  private readonly invite = new RunAtMostEvery(INVITE_MS);
  private readonly sweep = new RunAtMostEvery(SWEEP_MS);
  private readonly loop: PollingLoop;

  constructor(
    private readonly orm: MikroORM,
    private readonly config: AppConfig,
    private readonly members: ChatMemberRepository,
    private readonly invites: GroupInvitesService,
    private readonly service: GroupMembersService,
  ) {
    this.loop = new PollingLoop({
      intervalMs: INTERVAL_MS,
      tick: () => RequestContext.create(this.orm.em, () => this.tick()),
      onFirstFailure: (error) => this.log.warn({ err: error }, 'the group waits'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.telegram?.group) this.loop.start();
  }

  /** Waits for the requests under way. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async tick(): Promise<boolean> {
    const claimed = await this.service.claim(CONCURRENCY);
    await Promise.all(claimed.map((row) => this.work(row)));
    // After the removals.
    await this.invite.run(() => this.invites.inviteMissing());
    await this.sweep.run(() => this.members.sweep(this.config.telegram!.group!.id));
    return claimed.length > 0;
  }

  /** Never rejects: the lease ends, and the row is claimed again. */
  private async work(row: ClaimedMember): Promise<void> {
    try {
      await RequestContext.create(this.orm.em, () => this.service.work(row));
    } catch (error) {
      this.log.warn({ err: error, memberId: row.id }, 'a row of the group failed on our side');
    }
  }
}
