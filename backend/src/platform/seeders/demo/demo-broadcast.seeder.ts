import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Recipients } from '../../../messaging/broadcasts/broadcast.types.js';
import { BroadcastsService } from '../../../messaging/broadcasts/broadcasts.service.js';
import { DemoRepository } from './demo.repository.js';

const broadcasts: readonly { recipients: Recipients; subject: string; message: string; isCancelled: boolean }[] = [
  {
    recipients: { audience: 'hedge fund' },
    subject: 'Quarterly letter of the fund',
    message:
      'Dear investor,\n\nthe quarterly letter is in your resources. In short: a volatile quarter, lower leverage than in the last one, ' +
      'and no change of strategy.\n\nThe next call is on the first Tuesday of the month, 17:00 UTC.',
    isCancelled: false,
  },
  {
    recipients: { audience: 'all' },
    subject: 'Maintenance on Sunday',
    message: 'The site will be in maintenance on Sunday from 06:00 to 07:00 UTC. Signals that run are not affected.',
    isCancelled: true,
  },
];

/** Creates one broadcast that is sent, to a few members, and one that was cancelled before its first email. */
@Injectable()
export class DemoBroadcastSeeder {
  constructor(
    private readonly em: EntityManager,
    private readonly repository: DemoRepository,
    private readonly service: BroadcastsService,
  ) {}

  /** Creates them if there is no broadcast yet, and returns how many. */
  ensure(adminId: string): Promise<number> {
    return this.em.transactional(async (tx) => {
      if (await this.repository.hasBroadcasts(tx)) return 0;
      for (const { isCancelled, ...draft } of broadcasts) {
        const { id } = await this.service.create(tx, adminId, { kind: 'service', ...draft });
        if (isCancelled) await this.service.move(adminId, id, 'cancel');
      }
      return broadcasts.length;
    });
  }
}
