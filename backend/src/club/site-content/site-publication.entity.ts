import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { SiteSectionRow } from './site-section.entity.js';
import type { FaqsContent } from './site-content.types.js';

const SitePublicationSchema = defineEntity({
  name: 'SitePublication',
  tableName: 'site_publications',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    section: () =>
      p.manyToOne(SiteSectionRow).name('section').joinColumn('section').mapToPk().updateRule('no action').deleteRule('no action'),
    /** From 1 in each section. */
    version: p.integer(),
    /** Null: the content of site.yaml, published again. */
    content: p.json<FaqsContent>().nullable(),
    /** The version that was published again; 0: site.yaml. Null: a draft. */
    restoredFrom: p.integer().nullable(),
    /** Null: their account no longer exists. */
    publishedBy: () => p.manyToOne(User).name('published_by').mapToPk().nullable().deleteRule('set null'),
    publishedAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'site_publications_version_unique', properties: ['section', 'version'] }],
  checks: [{ name: 'site_publications_content_check', expression: '"content" is not null or "restored_from" is not null' }],
  indexes: [{ name: 'site_publications_published_by_index', properties: ['publishedBy'] }],
});

/** What a section of the landing page said from its publication until the next one. Never changed. */
export class SitePublication extends SitePublicationSchema.class {}
SitePublicationSchema.setClass(SitePublication);
export { SitePublicationSchema };
