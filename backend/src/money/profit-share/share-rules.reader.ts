import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ShareCycleRepository } from './share-cycle.repository.js';
import { ShareSignalsRepository } from './share-signals.repository.js';

/** Reads what the shares of all members are computed by. */
@Injectable()
export class ShareRulesReader {
  constructor(
    private readonly signals: ShareSignalsRepository,
    private readonly cycles: ShareCycleRepository,
  ) {}

  /** Returns a text that changes with the signals that count and with the cycles that were closed. */
  async version(em: EntityManager): Promise<string> {
    const { length } = await this.cycles.findEnds(em);
    return `${await this.signals.findVersion(em)}:${length}`;
  }
}
