import type { SitePublicationWire, SiteSectionWire } from '../../../platform/wire/index.js';
import type { FaqsContent, Figures } from '../site-content.types.js';
import type { Publication, SectionRecord } from '../site-section.repository.js';

/** A record of `site-sections/{section}/versions`. */
export const presentPublication = ({ publishedAt, ...same }: Publication): SitePublicationWire => ({
  ...same,
  publishedAt: publishedAt.toISOString(),
});

/** A record of `site-sections`. */
export function presentSection(
  { section, draftedAt, published, ...same }: SectionRecord,
  { initial, figures }: { initial: FaqsContent | null; figures: Figures },
): SiteSectionWire {
  return {
    ...same,
    id: section,
    draftedAt: draftedAt?.toISOString() ?? null,
    publishedAt: published?.publishedAt.toISOString() ?? null,
    publishedBy: published?.publishedBy ?? null,
    content: published?.content ?? initial,
    initial,
    figures,
  };
}
