import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { ErasureRequestRepository, type ErasurePart } from './erasure-request.repository.js';
import { MemberErasureService } from './member-erasure.service.js';

/** Erases what a completed request kept, once its last day has come. */
@Injectable()
export class ErasureSweepService {
  constructor(
    private readonly em: EntityManager,
    private readonly requests: ErasureRequestRepository,
    private readonly members: MemberErasureService,
  ) {}

  async eraseDue(): Promise<void> {
    for (const part of ['history', 'identity'] as const) {
      for (let more = true; more;) more = await this.eraseNext(part);
    }
  }

  /** Erases one member's part in one transaction. Returns false if none is left, or if another process has locked them all. */
  private eraseNext(part: ErasurePart): Promise<boolean> {
    return this.em.fork().transactional(async (tx) => {
      const due = await this.requests.lockNextDue(tx, part);
      if (!due) return false;
      await (part === 'history' ? this.members.eraseHistory(tx, due) : this.members.eraseIdentity(tx, due));
      return true;
    });
  }
}
