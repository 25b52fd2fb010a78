import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import { uuidv7 } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { jsonb } from '../../platform/persistence/jsonb.js';
import { readPage } from '../../platform/persistence/page.query.js';
import type { FaqsContent, SiteSection } from './site-content.types.js';

export interface Publication {
  id: string;
  version: number;
  /** Null: site.yaml. */
  content: FaqsContent | null;
  restoredFrom: number | null;
  publishedBy: string | null;
  publishedAt: Date;
}

export interface SectionRecord {
  section: SiteSection;
  draft: FaqsContent | null;
  revision: number;
  draftedBy: string | null;
  draftedAt: Date | null;
  /** 0: nothing was published. */
  version: number;
  published: Publication | null;
}

export interface LockedSection {
  draft: FaqsContent | null;
  revision: number;
  version: number;
}

const now = sql<string>`now()`;

/** Every statement about `site_sections` and `site_publications`. */
@Injectable()
export class SiteSectionRepository {
  constructor(private readonly em: EntityManager) {}

  async read(section: SiteSection): Promise<SectionRecord> {
    const row = await db(this.em)
      .selectFrom('site_sections as s')
      .leftJoin('users as u', 'u.id', 's.drafted_by')
      .select(['s.draft', 's.revision', 's.drafted_at', 's.version', optionalFullNameOf('u').as('draftedBy')])
      .where('s.section', '=', section)
      .executeTakeFirst();
    if (!row) return { section, draft: null, revision: 0, draftedBy: null, draftedAt: null, version: 0, published: null };
    const { drafted_at, ...same } = row;
    return {
      ...same,
      section,
      draftedAt: drafted_at === null ? null : new Date(drafted_at),
      published: row.version === 0 ? null : await this.findVersion(section, row.version),
    };
  }

  /** Returns the id and version of the publication that visitors read; null where nothing was published. */
  async currentPublication(section: SiteSection): Promise<{ id: string; version: number } | null> {
    const row = await db(this.em)
      .selectFrom('site_sections as s')
      .innerJoin('site_publications as p', (join) => join.onRef('p.section', '=', 's.section').onRef('p.version', '=', 's.version'))
      .select(['p.id', 'p.version'])
      .where('s.section', '=', section)
      .executeTakeFirst();
    return row ?? null;
  }

  async findVersion(section: SiteSection, version: number, em = this.em): Promise<Publication | null> {
    const row = await this.publications(em, section).where('p.version', '=', version).executeTakeFirst();
    return row ? toPublication(row) : null;
  }

  /** Returns what was published, the newest first. */
  async findPage(section: SiteSection, page: Page): Promise<PageOf<Publication>> {
    const matching = db(this.em).selectFrom('site_publications as p').where('p.section', '=', section);
    const { rows, total } = await readPage(db(this.em), this.publications(this.em, section).orderBy('p.version', 'desc'), matching, page);
    return { rows: rows.map(toPublication), total };
  }

  /** Locks the section for a change; the first one makes its row. */
  async lock(tx: EntityManager, section: SiteSection): Promise<LockedSection> {
    await db(tx)
      .insertInto('site_sections')
      .values({ section })
      .onConflict((conflict) => conflict.column('section').doNothing())
      .execute();
    return db(tx)
      .selectFrom('site_sections')
      .select(['draft', 'revision', 'version'])
      .where('section', '=', section)
      .forUpdate()
      .executeTakeFirstOrThrow();
  }

  /** Replaces the draft; null discards it. */
  async setDraft(tx: EntityManager, section: SiteSection, draft: FaqsContent | null, editorId: string): Promise<void> {
    await db(tx)
      .updateTable('site_sections')
      .set((eb) => ({
        draft: draft && jsonb(draft),
        drafted_by: draft && editorId,
        drafted_at: draft && now,
        revision: eb('revision', '+', 1),
      }))
      .where('section', '=', section)
      .execute();
  }

  async publish(
    tx: EntityManager,
    section: SiteSection,
    publication: Pick<Publication, 'version' | 'content' | 'restoredFrom'>,
    publisherId: string,
  ): Promise<void> {
    const { version, content, restoredFrom } = publication;
    await db(tx)
      .insertInto('site_publications')
      .values({
        id: uuidv7(),
        section,
        version,
        content: content && jsonb(content),
        restored_from: restoredFrom,
        published_by: publisherId,
      })
      .execute();
    await db(tx).updateTable('site_sections').set({ version }).where('section', '=', section).execute();
  }

  private publications(em: EntityManager, section: SiteSection) {
    return db(em)
      .selectFrom('site_publications as p')
      .leftJoin('users as u', 'u.id', 'p.published_by')
      .select(['p.id', 'p.version', 'p.content', 'p.restored_from', 'p.published_at', optionalFullNameOf('u').as('publishedBy')])
      .where('p.section', '=', section);
  }
}

type Row = Awaited<ReturnType<ReturnType<SiteSectionRepository['publications']>['executeTakeFirstOrThrow']>>;

const toPublication = ({ restored_from, published_at, ...same }: Row): Publication => ({
  ...same,
  restoredFrom: restored_from,
  publishedAt: new Date(published_at),
});
