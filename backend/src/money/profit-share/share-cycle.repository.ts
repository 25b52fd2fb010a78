import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';

/** Market cycles that the owner closed. */
@Injectable()
export class ShareCycleRepository {
  /** Returns when they ended, in order. */
  async findEnds(em: EntityManager): Promise<Date[]> {
    const rows = await db(em).selectFrom('share_cycles').select('ends_at').orderBy('ends_at').execute();
    return rows.map(({ ends_at }) => new Date(ends_at));
  }

  async insert(tx: EntityManager, { endsAt, closedBy, closedAt }: { endsAt: Date; closedBy: string; closedAt: Date }): Promise<void> {
    await db(tx).insertInto('share_cycles').values({ ends_at: endsAt, closed_by: closedBy, closed_at: closedAt }).execute();
  }
}
