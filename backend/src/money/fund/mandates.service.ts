import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, InvalidInput, NotFound, uuidv7, type Role } from '../../platform/domain/index.js';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import { AuditLog } from '../../operations/audit/index.js';
import { findLastEquity } from '../../trading/portfolio/index.js';
import { nextMidnight } from '../fund-fees/index.js';
import { ClientRepository } from './client.repository.js';
import { BelowMinimum, MandateNotWaiting } from './fund-admin.errors.js';
import { MandateExists, NotReadyToSign, TermsChanged } from './fund.errors.js';
import { ONE_OPEN_MANDATE } from './fund.entities.js';
import { FundNewsService } from './fund-news.service.js';
import { CURRENT_TERMS, termsOf, textSha256 } from '../fund-fees/index.js';
import { MandateRepository, type Mandate } from './mandate.repository.js';

/** What a client signs: which terms, and their name as they typed it. */
export interface Signature {
  version: string;
  sha256: string;
  name: string;
}

export interface ActingAdmin {
  adminId: string;
  role: Role;
}

/** Mandates: signed by a client, countersigned or declined by an admin. */
@Injectable()
export class MandatesService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly clients: ClientRepository,
    private readonly news: FundNewsService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Throws TermsChanged, NotReadyToSign, MandateExists (409), and InvalidInput for another name than the client's. */
  async sign(userId: string, { version, sha256, name }: Signature): Promise<void> {
    if (version !== CURRENT_TERMS.fees.version || sha256 !== textSha256(CURRENT_TERMS)) throw new TermsChanged();
    const client = await this.clients.find(this.em, userId);
    if (!client.isVerified) throw new NotReadyToSign('kyc');
    if (client.accountId === null) throw new NotReadyToSign('account');
    if (!sameName(name, client.fullName)) throw InvalidInput.field('name', `Type your name as in your profile: ${client.fullName}`);
    const mandate = { id: uuidv7(), userId, accountId: client.accountId, termsVersion: version, textSha256: sha256 };
    try {
      await this.em.transactional(async (tx) => {
        await this.mandates.insert(tx, { ...mandate, signedName: name, signedAt: this.clock.now() });
        await this.record(tx, 'sign', mandate, { actorId: userId, actorRole: 'hedge fund' }, { version, sha256 });
        await this.news.signed(tx, mandate);
      });
    } catch (error) {
      throw violatesUnique(error, ONE_OPEN_MANDATE) ? new MandateExists() : error;
    }
  }

  /** The mandate starts at the next 00:00 UTC. Throws NotFound, MandateNotWaiting, BelowMinimum (409). */
  countersign(mandateId: string, { adminId, role }: ActingAdmin): Promise<void> {
    return this.em.transactional(async (tx) => {
      const mandate = await this.waiting(tx, mandateId);
      const { accountId } = mandate;
      const equity = accountId === null ? null : ((await findLastEquity(tx, [accountId])).get(accountId)?.equity ?? null);
      const { minimum } = termsOf(mandate.termsVersion).fees;
      if (equity === null || scaled(equity) < scaled(minimum)) throw new BelowMinimum(minimum, equity === null ? null : inCents(equity));
      const at = this.clock.now();
      const startsAt = new Date(nextMidnight(at.getTime()));
      await this.mandates.decide(tx, mandateId, { state: 'starting', at, by: adminId, startsAt, reason: null });
      const detail = { version: mandate.termsVersion, sha256: mandate.textSha256, startsAt: startsAt.toISOString(), equity };
      await this.record(tx, 'countersign', mandate, { actorId: adminId, actorRole: role }, detail);
      await this.news.countersigned(tx, mandate, startsAt);
    });
  }

  /** Throws NotFound, MandateNotWaiting (409). */
  decline(mandateId: string, { adminId, role }: ActingAdmin, reason: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const mandate = await this.waiting(tx, mandateId);
      await this.mandates.decide(tx, mandateId, { state: 'declined', at: this.clock.now(), by: adminId, startsAt: null, reason });
      await this.record(tx, 'decline', mandate, { actorId: adminId, actorRole: role }, { reason });
      await this.news.declined(tx, mandate, reason);
    });
  }

  private async waiting(tx: EntityManager, mandateId: string): Promise<Mandate> {
    const mandate = await this.mandates.lock(tx, mandateId);
    if (!mandate) throw new NotFound('mandate');
    if (mandate.state !== 'signed') throw new MandateNotWaiting();
    return mandate;
  }

  private record(
    tx: EntityManager,
    act: string,
    { id, userId }: Pick<Mandate, 'id' | 'userId'>,
    by: { actorId: string; actorRole: Role },
    detail: object,
  ): Promise<void> {
    return this.audit.record(tx, { action: `fund.${act}`, ...by, targetType: 'fund mandate', targetId: id, detail: { userId, ...detail } });
  }
}

const folded = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
const sameName = (typed: string, name: string): boolean => folded(typed) === folded(name);

/** Cut to whole cents, for people. */
const inCents = (amount: string): string => toDecimal(scaled(amount) - (scaled(amount) % scaled('0.01')));
