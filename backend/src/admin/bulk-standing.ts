import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/domain/index.js';
import type { UserStatus } from '../users/index.js';
import { UserAdministration } from './user-administration.js';

export interface BulkOutcome {
  userId: string;
  /** `unchanged`: it was so already. */
  outcome: 'done' | 'unchanged' | 'refused';
  /** Why it was refused. */
  reason: string | null;
}

/** One status for many users, each by itself: what one of them refuses keeps no other from it. */
@Injectable()
export class BulkStanding {
  constructor(private readonly administration: UserAdministration) {}

  /** One answer a user, in the order given. Throws where the admin loses their own place meanwhile. */
  async setStatus(adminId: string, userIds: readonly string[], status: UserStatus): Promise<BulkOutcome[]> {
    const outcomes: BulkOutcome[] = [];
    // One after the other: each takes two rows, and the letters and records keep the order of the list.
    for (const userId of new Set(userIds)) outcomes.push(await this.one(adminId, userId, status));
    return outcomes;
  }

  private async one(adminId: string, userId: string, status: UserStatus): Promise<BulkOutcome> {
    try {
      return { userId, outcome: (await this.administration.setStatus(adminId, userId, status)) ? 'done' : 'unchanged', reason: null };
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unauthenticated') throw error;
      return { userId, outcome: 'refused', reason: error.message };
    }
  }
}
