import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ShareSignalsRepository } from './share-signals.repository.js';

/** Reads what the shares of all members are computed by. */
@Injectable()
export class ShareRulesReader {
  constructor(private readonly signals: ShareSignalsRepository) {}

  /** Returns a text that changes with the signals that count. */
  version(em: EntityManager): Promise<string> {
    return this.signals.findVersion(em);
  }
}
