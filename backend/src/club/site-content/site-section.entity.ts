import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { siteSections, type FaqsContent } from './site-content.types.js';

const SiteSectionSchema = defineEntity({
  name: 'SiteSectionRow',
  tableName: 'site_sections',
  properties: {
    section: p.enum(siteSections).primary(),
    /** Null: nothing waits to be published. */
    draft: p.json<FaqsContent>().nullable(),
    /** Raised by each change of the draft: of two editors who began with the same one the second is refused. */
    revision: p.integer().default(0),
    /** Null: there is no draft, or their account no longer exists. */
    draftedBy: () => p.manyToOne(User).name('drafted_by').mapToPk().nullable().deleteRule('set null'),
    draftedAt: p.datetime().nullable(),
    /** Of the publication that visitors read; 0: site.yaml. */
    version: p.integer().default(0),
  },
  indexes: [{ name: 'site_sections_drafted_by_index', properties: ['draftedBy'] }],
});

/** The draft of a section of the landing page, and the number of what is published. The row is made by its first change. */
export class SiteSectionRow extends SiteSectionSchema.class {}
SiteSectionSchema.setClass(SiteSectionRow);
export { SiteSectionSchema };
