import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { AmendmentKind } from './signal-amendment.entity.js';

export interface PublishedAmendment {
  id: string;
  signalId: string;
  kind: AmendmentKind;
  /** Of `move_stop`. */
  stop: string | null;
  /** Of `close_now`. */
  price: string | null;
  at: Date;
}

type Row = Omit<PublishedAmendment, 'at'> & { at: string };

/** Reads of what was said of signals later. */
@Injectable()
export class SignalAmendments {
  constructor(private readonly em: EntityManager) {}

  /** Of these signals, each signal's oldest first; signals without any are not in it. */
  async of(signalIds: readonly string[], em: EntityManager = this.em): Promise<Map<string, PublishedAmendment[]>> {
    const found = new Map<string, PublishedAmendment[]>();
    if (signalIds.length === 0) return found;
    const rows = await em.execute<Row[]>(
      `select id, signal_id as "signalId", kind, trim_scale(stop)::text as stop, trim_scale(price)::text as price, at from signal_amendments where signal_id = any(?::uuid[]) order by signal_id, at, id`,
      [`{${signalIds.join(',')}}`],
    );
    for (const row of rows) {
      const amendment = { ...row, at: new Date(row.at) };
      const of = found.get(row.signalId);
      if (of) of.push(amendment);
      else found.set(row.signalId, [amendment]);
    }
    return found;
  }
}
