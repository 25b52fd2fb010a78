import { Injectable } from '@nestjs/common';
import { Clock, permits } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { invoiceNumbersMeant } from '../../money/invoices/index.js';
import { ConsoleSearchRepository } from './console-search.repository.js';
import { searchKinds, searchPermissions, type SearchHit, type SearchKind } from './console-search.types.js';

/** Finds records for the search of the console. */
@Injectable()
export class ConsoleSearchService {
  constructor(
    private readonly repository: ConsoleSearchRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns up to five records of each kind whose list the actor may read, the newest first. */
  async search(actor: Actor, q: string): Promise<SearchHit[]> {
    const allowed = searchKinds.filter((kind) => permits(actor.teamRole, searchPermissions[kind]));
    const userIds = allowed.some((kind) => kind !== 'signal') ? await this.repository.findUserIds(q) : [];
    const found: SearchHit[] = [];
    // One after the other: a search holds one connection.
    for (const kind of allowed) found.push(...(await this.find(kind, q, userIds)));
    return found;
  }

  private find(kind: SearchKind, q: string, userIds: readonly string[]): Promise<SearchHit[]> {
    switch (kind) {
      case 'user':
        return this.repository.findUsers(userIds);
      case 'kyc':
      case 'payment':
        return this.repository.findReviews(kind, q, userIds);
      case 'invoice':
        return this.repository.findInvoices(q, invoiceNumbersMeant(q, this.clock.now()), userIds);
      case 'signal':
        return this.repository.findSignals(q);
    }
  }
}
