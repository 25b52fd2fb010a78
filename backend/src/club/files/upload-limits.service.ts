import { Injectable } from '@nestjs/common';
import { networkOf } from '../../operations/audit/index.js';
import { TooMany } from '../../platform/domain/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';

/** Concurrent forms of one member: each holds its files in memory (security T14). */
const MAX_CONCURRENT = 2;
const RETRY_SECONDS = 5;

/**
 * Limits forms with files (security T14): concurrent ones of one member in this process, and hourly ones of each member and each network,
 * counted over all processes.
 */
@Injectable()
export class UploadLimitsService {
  private readonly running = new Map<string, number>();

  constructor(private readonly limits: RateLimits) {}

  /** Runs `upload`, which reads the body. `ip` is the sender's address. Throws TooMany before any of the body is read. */
  run<T>(userId: string, ip: string, upload: () => Promise<T>): Promise<T> {
    return this.runConcurrently(userId, async () => {
      // The member first: one over the limit must not use up that of everyone on the same network.
      await this.limits.consume('uploadUser', userId);
      await this.limits.consume('uploadNetwork', networkOf(ip) ?? ip);
      return upload();
    });
  }

  private async runConcurrently<T>(userId: string, upload: () => Promise<T>): Promise<T> {
    const running = this.running.get(userId) ?? 0;
    if (running >= MAX_CONCURRENT) throw new TooMany(RETRY_SECONDS, 'Your last upload is still running. Please wait until it ends');
    this.running.set(userId, running + 1);
    try {
      return await upload();
    } finally {
      const left = (this.running.get(userId) ?? 1) - 1;
      if (left === 0) this.running.delete(userId);
      else this.running.set(userId, left);
    }
  }
}
