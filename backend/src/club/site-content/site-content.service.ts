import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { NothingToPublish, SectionChanged } from './site-content.errors.js';
import { checkFigures, isSameContent } from './site-content.rules.js';
import type { FaqsContent, SiteSection } from './site-content.types.js';
import { SiteBuild } from './site-build.reader.js';
import { SiteSectionRepository, type LockedSection } from './site-section.repository.js';

/** Drafts, publishes and restores sections of the landing page. PublishedPages shows them. */
@Injectable()
export class SiteContentService {
  constructor(
    private readonly em: EntityManager,
    private readonly sections: SiteSectionRepository,
    private readonly build: SiteBuild,
    private readonly audit: AuditLog,
  ) {}

  /** Stores a draft. `revision` is the one that the editor began with. Throws InvalidInput, SectionChanged. */
  async saveDraft(actor: Actor, section: SiteSection, revision: number, content: FaqsContent): Promise<void> {
    checkFigures(content, this.build.figures);
    await this.em.transactional(async (tx) => {
      const locked = await this.lock(tx, section, { revision });
      await this.sections.setDraft(tx, section, content, actor.userId);
      await this.record(tx, 'site.draft', actor, section, { revision: locked.revision + 1 });
    });
  }

  /** Throws SectionChanged. */
  async discardDraft(actor: Actor, section: SiteSection, revision: number): Promise<void> {
    await this.em.transactional(async (tx) => {
      const { draft } = await this.lock(tx, section, { revision });
      if (draft === null) return;
      await this.sections.setDraft(tx, section, null, actor.userId);
      await this.record(tx, 'site.discard', actor, section, {});
    });
  }

  /** Publishes the draft that the actor compared with `version`. Throws SectionChanged, NothingToPublish, InvalidInput. */
  async publish(actor: Actor, section: SiteSection, seen: { revision: number; version: number }): Promise<void> {
    await this.em.transactional(async (tx) => {
      const { draft, version } = await this.lock(tx, section, seen);
      if (draft === null || isSameContent(draft, await this.contentOf(tx, section, version))) throw new NothingToPublish();
      // The build may have lost a figure since the draft was saved.
      checkFigures(draft, this.build.figures);
      await this.sections.publish(tx, section, { version: version + 1, content: draft, restoredFrom: null }, actor.userId);
      await this.sections.setDraft(tx, section, null, actor.userId);
      await this.record(tx, 'site.publish', actor, section, { version: version + 1 });
    });
  }

  /**
   * Publishes an earlier version again, as a new one; 0 is site.yaml. A draft stays. `version` is the published version that the actor saw.
   * Throws NotFound, SectionChanged, NothingToPublish, InvalidInput.
   */
  async restore(actor: Actor, section: SiteSection, from: number, version: number): Promise<void> {
    await this.em.transactional(async (tx) => {
      const locked = await this.lock(tx, section, { version });
      const earlier = from === 0 ? null : await this.sections.findVersion(section, from, tx);
      if (from !== 0 && !earlier) throw new NotFound('site version');
      const content = earlier?.content ?? null;
      const isLive = isSameContent(content ?? this.build.initial, await this.contentOf(tx, section, locked.version));
      if (from === locked.version || isLive) throw new NothingToPublish();
      if (content) checkFigures(content, this.build.figures);
      await this.sections.publish(tx, section, { version: version + 1, content, restoredFrom: from }, actor.userId);
      await this.record(tx, 'site.publish', actor, section, { version: version + 1, restoredFrom: from });
    });
  }

  private async contentOf(tx: EntityManager, section: SiteSection, version: number): Promise<FaqsContent | null> {
    const published = version === 0 ? null : await this.sections.findVersion(section, version, tx);
    return published?.content ?? this.build.initial;
  }

  private async lock(tx: EntityManager, section: SiteSection, seen: { revision?: number; version?: number }): Promise<LockedSection> {
    const locked = await this.sections.lock(tx, section);
    if (seen.revision !== undefined && seen.revision !== locked.revision) throw new SectionChanged();
    if (seen.version !== undefined && seen.version !== locked.version) throw new SectionChanged();
    return locked;
  }

  private record(tx: EntityManager, action: string, actor: Actor, section: SiteSection, detail: Record<string, unknown>): Promise<void> {
    const who = { actorId: actor.userId, actorRole: actor.role };
    return this.audit.record(tx, { action, ...who, targetType: 'site section', targetId: section, detail });
  }
}
