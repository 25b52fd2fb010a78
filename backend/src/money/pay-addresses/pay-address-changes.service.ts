import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock, NotFound, rolesWith, uuidv7 } from '../../platform/domain/index.js';
import { findActiveTeamIds } from '../../team.query.js';
import type { ActingPerson } from '../invoices/index.js';
import { AlreadyApproved, NotOpen } from './pay-addresses.errors.js';
import { inUseAt, isUsedAtOnce, openChange, payTargets, sharedBefore, WAIT_MS, type PayTarget } from './pay-address.rules.js';
import { PayAddressRepository, type StoredChange } from './pay-address.repository.js';
import { PayAddressesService } from './pay-addresses.service.js';
import { shownLine } from './shown-value.rules.js';

export type Approver = ActingPerson & { actorId: string };
type Letter = 'pay-address-announced' | 'pay-address-scheduled' | 'pay-address-withdrawn';

/**
 * Takes changed settings as announcements: a change needs two admins and a day. So neither a stolen session nor access to the server
 * redirects payments unnoticed.
 */
@Injectable()
export class PayAddressChangesService implements OnApplicationBootstrap {
  private readonly log = new Logger('PayAddresses');

  constructor(
    private readonly em: EntityManager,
    private readonly addresses: PayAddressesService,
    private readonly changes: PayAddressRepository,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      for (const target of payTargets) await this.compare(target);
    } catch (error) {
      this.log.warn({ err: error }, 'the pay addresses of the settings could not be compared; the next start compares again');
    }
  }

  /** Approves a change. The second approval, by somebody else, schedules it. Throws NotFound, NotOpen and AlreadyApproved (409). */
  async approve(id: string, by: Approver): Promise<void> {
    await this.change(id, by, async (tx, change, at) => {
      if (change.effectiveAt !== null) throw new NotOpen();
      if (change.firstApproval === null) {
        await this.changes.setFirstApproval(tx, id, { by: by.actorId, at });
        return 'approve';
      }
      if (change.firstApproval.by === by.actorId) throw new AlreadyApproved();
      const effectiveAt = new Date(at.getTime() + WAIT_MS);
      await this.changes.setSecondApproval(tx, id, { by: by.actorId, at }, effectiveAt, this.addresses.macOf(change, effectiveAt));
      await this.tell(tx, 'pay-address-scheduled', change, effectiveAt);
      return 'schedule';
    });
  }

  /** Stops a change before it takes effect. Throws NotFound and NotOpen (409). */
  async withdraw(id: string, by: Approver): Promise<void> {
    await this.change(id, by, async (tx, change, at) => {
      await this.changes.setWithdrawn(tx, id, by.actorId, at);
      await this.tell(tx, 'pay-address-withdrawn', change, at);
      return 'withdraw';
    });
  }

  /** Stores a value of the settings that is new: as the first one, or as a change that waits for admins. */
  private async compare(target: PayTarget): Promise<void> {
    const value = this.addresses.settingOf(target);
    if (value === null) return;
    await this.em.fork().transactional(async (tx) => {
      const known = await this.addresses.lock(tx, target);
      const now = this.clock.now();
      const open = openChange(known, now);
      const inUse = inUseAt(known, now);
      if (open !== null && open.value !== value) await this.changes.setWithdrawn(tx, open.id, null, now);
      if (inUse?.value === value || open?.value === value) return;
      const all = await this.addresses.findAll(tx);
      const shared = target === 'tron-pool' ? sharedBefore(value, all) : [];
      if (shared.length > 0) {
        this.log.error({ target, shared }, 'the pool has addresses that payments were shared on: it is refused');
        return;
      }
      const change = { id: uuidv7(), target, value };
      const waiting = { announcedAt: now, firstApproval: null, secondApproval: null, withdrawnAt: null };
      if (inUse === null && isUsedAtOnce(target, all, now)) {
        await this.changes.insert(tx, { ...change, ...waiting, effectiveAt: now, mac: this.addresses.macOf(change, now) });
        return;
      }
      await this.changes.insert(tx, { ...change, ...waiting, effectiveAt: null, mac: null });
      await this.record(tx, 'announce', change, { actorId: null, actorRole: null });
      await this.tell(tx, 'pay-address-announced', change, now);
      this.log.warn({ target, changeId: change.id }, 'a pay address of the settings is new: it waits for two admins and a day');
    });
  }

  private async change(
    id: string,
    by: Approver,
    act: (tx: EntityManager, change: StoredChange, at: Date) => Promise<string>,
  ): Promise<void> {
    const found = (await this.addresses.findAll()).find((change) => change.id === id);
    if (!found) throw new NotFound('change of a pay address');
    await this.em.fork().transactional(async (tx) => {
      const now = this.clock.now();
      const change = openChange(await this.addresses.lock(tx, found.target), now);
      if (change?.id !== id) throw new NotOpen();
      await this.record(tx, await act(tx, change as StoredChange, now), change, by);
    });
  }

  private record(tx: EntityManager, act: string, { id, target, value }: ChangeOf, by: ActingPerson): Promise<void> {
    return this.audit.record(tx, {
      action: `pay-address.${act}`,
      ...by,
      targetType: 'pay-address',
      targetId: id,
      detail: { target, value: shownLine({ target, value }) },
    });
  }

  /** Emails everybody in the team who sees payments. */
  private async tell(tx: EntityManager, letter: Letter, { id, target, value }: ChangeOf, at: Date): Promise<void> {
    const data = { target, value: shownLine({ target, value }), at: at.toISOString() };
    for (const to of await findActiveTeamIds(tx, rolesWith('payments.read')))
      await this.mails.queue(tx, { letter, to, data, dedupeKey: `${letter}:${id}:${to}` });
  }
}

type ChangeOf = Pick<StoredChange, 'id' | 'target' | 'value'>;
