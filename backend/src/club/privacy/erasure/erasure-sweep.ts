import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { clockNow, held } from '../retention/standing-sql.js';
import { MemberErasure } from './member-erasure.js';

type Part = 'history' | 'identity';

interface Due {
  id: string;
  user_id: string;
}

/**
 * Erases what a completed request had to leave, once its last day has come. A member who was taken back meanwhile keeps everything, and so
 * does one whose data is on hold.
 */
@Injectable()
export class ErasureSweep {
  constructor(
    private readonly em: EntityManager,
    private readonly members: MemberErasure,
  ) {}

  async eraseDue(): Promise<void> {
    for (const part of ['history', 'identity'] as const) {
      for (let more = true; more;) more = await this.next(part);
    }
  }

  /** One member a transaction. False: there is nobody left, or somebody else is at it. */
  private next(part: Part): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const [due] = await em.execute<Due[]>(
        `${clockNow} select e.id, e.user_id from clock, erasure_requests e join users u on u.id = e.user_id
         where e.state = 'completed' and e.${part}_until <= clock.now and e.${part}_erased_at is null and u.rejected_at is not null and e.ended_at >= u.rejected_at and not ${held}
         order by e.${part}_until limit 1 for update of e, u skip locked`,
      );
      if (!due) return false;
      const leaving = { userId: due.user_id, requestId: due.id };
      await (part === 'history' ? this.members.history(em, leaving) : this.members.identity(em, leaving));
      return true;
    });
  }
}
