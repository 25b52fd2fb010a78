import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { LiveEvents, inboxChanged } from '../../messaging/live/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { Clock, InvalidInput, NotFound } from '../../platform/domain/index.js';
import type { Actor, Page, PageOf } from '../../platform/http/index.js';
import { QueueBoard } from '../../platform/queue/index.js';
import { AssignedMeanwhile } from './inbox-admin.errors.js';
import type { WaitingContext } from './inbox-waiting.query.js';
import { InboxRepository, type ItemKey } from './inbox.repository.js';
import { failedQueuesOf, kindsOf } from './inbox.rules.js';
import type { Assignment, InboxItem, InboxKind, InboxPerson } from './inbox.types.js';

export interface InboxFilter {
  kind?: InboxKind;
  assigned?: Assignment;
}

export interface AssignmentChange extends ItemKey {
  /** The person who gets the item; null unassigns it. */
  assigneeId: string | null;
  /** The person it was assigned to when the caller read it; null: unassigned. */
  from: string | null;
}

/** What waits for a decision of the team, and who takes care of it. */
@Injectable()
export class InboxService {
  constructor(
    private readonly em: EntityManager,
    private readonly inbox: InboxRepository,
    private readonly board: QueueBoard,
    private readonly audit: AuditLog,
    private readonly live: LiveEvents,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** Returns the items that the actor's role may decide, by the time since which they wait. */
  async list(actor: Actor, filter: InboxFilter, page: Page, order: 'ASC' | 'DESC'): Promise<PageOf<InboxItem>> {
    const kinds = kindsOf(actor.teamRole).filter((kind) => filter.kind === undefined || filter.kind === kind);
    return this.inbox.findPage({ ...page, kinds, order, assigned: filter.assigned, readerId: actor.userId }, await this.contextOf(kinds));
  }

  /** Returns who may get an item of a kind. Throws NotFound for a kind that the actor may not decide. */
  async people(actor: Actor, kind: InboxKind): Promise<InboxPerson[]> {
    this.mustDecide(actor, kind);
    return this.inbox.findPeople(this.em, kind);
  }

  /**
   * Assigns an item that waits. Throws NotFound, InvalidInput for somebody who may not decide it, AssignedMeanwhile (409) unless it is
   * still assigned as the caller read it.
   */
  async assign(actor: Actor, { kind, itemId, assigneeId, from }: AssignmentChange): Promise<InboxItem> {
    this.mustDecide(actor, kind);
    const key = { kind, itemId };
    const context = await this.contextOf([kind]);
    return this.em.transactional(async (tx) => {
      await this.inbox.lock(tx, key);
      const found = await this.inbox.find(tx, key, context);
      if (!found) throw new NotFound('item in the inbox');
      const { item, sinceText } = found;
      const before = item.assignee?.id ?? null;
      if (before === assigneeId) return item;
      if (before !== from) throw new AssignedMeanwhile(item.assignee?.fullName ?? null);
      await this.change(tx, key, assigneeId, sinceText);
      await this.inbox.removeEnded(tx, kind, context);
      await this.audit.record(tx, {
        action: 'inbox.assign',
        actorId: actor.userId,
        actorRole: actor.role,
        targetType: 'inbox',
        targetId: itemId.slice(0, MAX_TARGET),
        detail: { kind, itemId, from: before, to: assigneeId },
      });
      await this.live.publish(tx, inboxChanged(kind));
      return (await this.inbox.find(tx, key, context))?.item ?? item;
    });
  }

  private async change(tx: EntityManager, key: ItemKey, assigneeId: string | null, sinceText: string): Promise<void> {
    if (assigneeId === null) return this.inbox.unassign(tx, key);
    if (!(await this.inbox.isPerson(tx, key.kind, assigneeId)))
      throw InvalidInput.field('assigneeId', 'This person cannot decide it. Choose somebody else');
    return this.inbox.assign(tx, key, assigneeId, sinceText);
  }

  private mustDecide({ teamRole }: Actor, kind: InboxKind): void {
    if (!kindsOf(teamRole).includes(kind)) throw new NotFound('item in the inbox');
  }

  private async contextOf(kinds: readonly InboxKind[]): Promise<WaitingContext> {
    return {
      hours: this.config.kycServiceHours,
      now: this.clock.now(),
      failed: kinds.includes('failed-job') ? failedQueuesOf(await this.board.failed()) : [],
    };
  }
}

/** Characters of `targetId` in the audit log. */
const MAX_TARGET = 64;
