import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { findTeamNames } from '../../team.query.js';
import type { PayAddressChange } from './pay-address.rules.js';
import { PayAddressesService } from './pay-addresses.service.js';

/** Every change, newest first, as it stands at `now`. */
export interface PayAddressLog {
  changes: readonly PayAddressChange[];
  now: Date;
  /** Names of those who approved, by id; people who have left are missing. */
  names: ReadonlyMap<string, string>;
}

/** Reads the changes for visitors and for admins. */
@Injectable()
export class PayAddressReader {
  constructor(
    private readonly em: EntityManager,
    private readonly addresses: PayAddressesService,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<PayAddressLog> {
    const em = this.em.fork();
    const changes = await this.addresses.findAll(em);
    const people = changes.flatMap(({ firstApproval, secondApproval }) => [firstApproval?.by, secondApproval?.by]);
    const names = await findTeamNames(em, people.filter((id) => id !== undefined && id !== '') as string[]);
    return { changes, now: this.clock.now(), names };
  }
}
