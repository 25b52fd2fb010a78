import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { scaled } from '../../../platform/domain/scaled.js';
import { AmendmentSource } from '../scorer/amendment-source.js';
import type { Amendment } from '../scoring/index.js';
import { SignalAmendments, type PublishedAmendment } from './signal-amendments.js';

/** Amendments as the scorer takes them: seconds, and prices as integers. */
@Injectable()
export class StoredAmendments extends AmendmentSource {
  constructor(private readonly amendments: SignalAmendments) {
    super();
  }

  async of(em: EntityManager, signalIds: readonly string[]): Promise<ReadonlyMap<string, readonly Amendment[]>> {
    const found = await this.amendments.of(signalIds, em);
    return new Map([...found].map(([id, list]) => [id, list.map(scoredOf)]));
  }
}

function scoredOf({ kind, stop, price, at }: PublishedAmendment): Amendment {
  const seconds = at.getTime() / 1000;
  if (kind === 'move_stop') return { kind, at: seconds, stop: scaled(stop!) };
  return kind === 'close_now' ? { kind, at: seconds, price: scaled(price!) } : { kind, at: seconds };
}
