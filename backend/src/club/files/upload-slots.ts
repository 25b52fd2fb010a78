import { Injectable } from '@nestjs/common';
import { TooMany } from '../../platform/domain/index.js';

/** Forms of one member that may be on their way at once: each holds its files in memory (security T14). */
const AT_ONCE = 2;
const RETRY_SECONDS = 5;

@Injectable()
export class UploadSlots {
  private readonly taken = new Map<string, number>();

  /** Runs `upload`, which reads the body; throws TooMany before any of it is read. */
  async run<T>(userId: string, upload: () => Promise<T>): Promise<T> {
    const taken = this.taken.get(userId) ?? 0;
    if (taken >= AT_ONCE) throw new TooMany(RETRY_SECONDS, 'Your last upload is still under way. Please wait for it to end');
    this.taken.set(userId, taken + 1);
    try {
      return await upload();
    } finally {
      const left = (this.taken.get(userId) ?? 1) - 1;
      if (left === 0) this.taken.delete(userId);
      else this.taken.set(userId, left);
    }
  }
}
