import { Injectable } from '@nestjs/common';
import { applyToEach } from '../../platform/domain/index.js';
import type { UserStatus } from '../users/index.js';
import { AccountStatusService } from './account-status.service.js';

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
  constructor(private readonly administration: AccountStatusService) {}

  /** One answer a user, in the order given. Throws where the admin loses their own place meanwhile. */
  async setStatus(adminId: string, userIds: readonly string[], status: UserStatus): Promise<BulkOutcome[]> {
    const unchanged = new Set<string>();
    // One after the other: each takes two rows, and the letters and records keep the order of the list.
    const outcomes = await applyToEach(userIds, async (userId) => {
      if (!(await this.administration.setStatus(adminId, userId, status))) unchanged.add(userId);
    });
    return outcomes.map(({ id, done, reason }) => ({
      userId: id,
      outcome: !done ? 'refused' : unchanged.has(id) ? 'unchanged' : 'done',
      reason,
    }));
  }
}
