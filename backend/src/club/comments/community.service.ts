import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, InvalidInput } from '../../platform/domain/index.js';
import { nameChangeableAt, writeBlock } from './comment.rules.js';
import { CommentsBanned, CommentsMuted, nameTaken, nameTooSoon, NotInCommunity } from './comments.errors.js';
import { CommunityProfileRepository } from './community-profile.repository.js';
import { GUIDELINES_VERSION } from './community.settings.js';
import type { CommunityProfile } from './comment.types.js';
import { nameKey } from './display-name.rules.js';

/** The name under which a member writes, apart from their legal name, and their agreement to the guidelines. */
@Injectable()
export class CommunityService {
  constructor(
    private readonly em: EntityManager,
    private readonly profiles: CommunityProfileRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns null for a member who has not chosen a name. */
  profileOf(userId: string): Promise<CommunityProfile | null> {
    return this.profiles.find(this.em, userId);
  }

  /**
   * Stores the name and the agreement to the guidelines. Throws InvalidInput if another member has this name or a similar one, if the name
   * was changed less than 30 days ago, or if the guidelines are not the current version.
   */
  join(userId: string, name: string, guidelines: number): Promise<CommunityProfile> {
    if (guidelines !== GUIDELINES_VERSION)
      throw InvalidInput.field('guidelinesVersion', 'The guidelines have changed. Reload the page and read them again');
    return this.em.transactional(async (tx) => {
      const key = nameKey(name);
      if (await this.profiles.isTaken(tx, userId, key)) throw nameTaken();
      const before = await this.profiles.lock(tx, userId);
      if (before && before.displayName !== name && nameChangeableAt(before.nameChangedAt!) > this.clock.now()) throw nameTooSoon();
      await this.profiles.save(tx, userId, { name, nameKey: key, guidelines });
      return (await this.profiles.find(tx, userId))!;
    });
  }

  /** Locks the member's profile. Throws NotInCommunity, CommentsMuted, CommentsBanned. */
  async mustWrite(tx: EntityManager, userId: string): Promise<void> {
    const block = writeBlock(await this.profiles.lock(tx, userId), this.clock.now());
    if (block === 'no-name') throw new NotInCommunity();
    if (block === 'muted') throw new CommentsMuted();
    if (block === 'banned') throw new CommentsBanned();
  }
}
