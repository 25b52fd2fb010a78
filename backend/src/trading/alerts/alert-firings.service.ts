import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { Decimal } from '../../platform/domain/index.js';
import { AlertEvaluationRepository, type NewFiring } from './alert-evaluation.repository.js';
import type { AlertKind } from './alert.types.js';

/** A firing, with what its email says of the alert. */
export interface FiredAlert extends NewFiring {
  kind: AlertKind;
  base: string;
  quote: string;
  percent: string | null;
}

/** Stores what fired and queues the emails about it. */
@Injectable()
export class AlertFirings {
  constructor(
    private readonly alerts: AlertEvaluationRepository,
    private readonly mail: MailOutbox,
  ) {}

  /** Returns how many of them were new: an alert fires once a minute at most. */
  async fire(tx: EntityManager, fired: readonly FiredAlert[]): Promise<number> {
    const told = await this.alerts.insertFirings(tx, fired);
    const isNew = new Set(told.map(keyOf));
    await this.mail.queueAll(
      tx,
      fired
        .filter((firing) => isNew.has(keyOf(firing)))
        .map((firing) => ({
          letter: letterOf(firing),
          to: firing.userId,
          data: {
            symbol: `${firing.base}/${firing.quote}`,
            level: firing.level,
            percent: firing.percent,
            price: new Decimal(firing.way === 'up' ? firing.high : firing.low).toFixed(),
            at: new Date(firing.minute * 1000).toISOString(),
          },
          dedupeKey: `alert:${keyOf(firing)}`,
        })),
    );
    return told.length;
  }
}

const keyOf = ({ alertId, minute }: { alertId: string; minute: number }) => `${alertId}:${minute}`;

/** A long position is liquidated by a falling price. */
function letterOf({ kind, way }: FiredAlert) {
  if (kind === 'liquidation') return way === 'down' ? 'alert-long-near-liquidation' : 'alert-short-near-liquidation';
  if (kind !== 'price') return kind === 'signal-entry' ? 'alert-near-entry' : 'alert-near-stop';
  return way === 'up' ? 'alert-rose' : 'alert-fell';
}
