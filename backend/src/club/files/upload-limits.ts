import { Injectable } from '@nestjs/common';
import { networkOf } from '../../operations/audit/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { UploadSlots } from './upload-slots.js';

/**
 * The gate in front of every form with files (security T14): two at a time of one member, and an hourly limit for each member and each
 * network, counted over all processes. Whatever is refused here is refused before its body is read.
 */
@Injectable()
export class UploadLimits {
  constructor(
    private readonly slots: UploadSlots,
    private readonly limits: RateLimits,
  ) {}

  /** Runs `upload`, which reads the body. `ip` is the sender's address. Throws TooMany before any of the body is read. */
  run<T>(userId: string, ip: string, upload: () => Promise<T>): Promise<T> {
    return this.slots.run(userId, async () => {
      // The member first: one who is over the limit must not use up that of everybody on the same network.
      await this.limits.consume('uploadUser', userId);
      await this.limits.consume('uploadNetwork', networkOf(ip) ?? ip);
      return upload();
    });
  }
}
