import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import type { PayAddressChangeWire, PublicPayAddressWire } from '../../platform/wire/index.js';
import { presentChange, presentPublic } from './http/pay-addresses.presenter.js';
import { findTeamNames } from '../../team.query.js';
import { PayAddressesService } from './pay-addresses.service.js';

/** Reads the changes for visitors and for admins, newest first. */
@Injectable()
export class PayAddressReader {
  constructor(
    private readonly em: EntityManager,
    private readonly addresses: PayAddressesService,
    private readonly clock: Clock,
  ) {}

  async published(): Promise<PublicPayAddressWire[]> {
    const all = await this.addresses.findAll();
    const now = this.clock.now();
    return all.map((change) => presentPublic(change, all, now));
  }

  async forAdmin(actorId: string): Promise<PayAddressChangeWire[]> {
    const em = this.em.fork();
    const all = await this.addresses.findAll(em);
    const ids = all.flatMap(({ firstApproval, secondApproval }) =>
      [firstApproval, secondApproval].flatMap((one) => (one?.by ? [one.by] : [])),
    );
    const names = await findTeamNames(em, ids);
    const now = this.clock.now();
    return all.map((change) => presentChange(change, all, { now, actorId, nameOf: (id) => names.get(id) ?? null }));
  }
}
