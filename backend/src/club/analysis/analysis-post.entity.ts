import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { postAudiences, postStates, type PostLanguage } from './analysis.types.js';

const isPublished = `"state" = 'published'`;

const AnalysisPostSchema = defineEntity({
  name: 'AnalysisPost',
  tableName: 'analysis_posts',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** Names the post in addresses. Follows the title until the first publication, and then stays. */
    slug: p.string().length(80),
    title: p.text(),
    summary: p.text(),
    /** Markdown. */
    body: p.text(),
    pairs: p.json<string[]>(),
    tags: p.json<string[]>(),
    audience: p.enum(postAudiences),
    language: p.string().length(10).$type<PostLanguage>().nullable(),
    state: p.enum(postStates).default('draft'),
    /** Words of the body, for the reading time. */
    words: p.integer(),
    /** From 1. Each save raises it: of two editors who began with the same one the second is refused. */
    revision: p.integer().default(1),
    /** When it is to be published; null: by hand. */
    publishAt: p.datetime().nullable(),
    /** Of the first publication. */
    publishedAt: p.datetime().nullable(),
    /** Of the last change of a published text. */
    editedAt: p.datetime().nullable(),
    /** Null: their account no longer exists. */
    author: () => p.manyToOne(User).name('author_id').mapToPk().nullable().deleteRule('set null'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Of the last change of anything. */
    updatedAt: p.datetime().defaultRaw('now()'),
    /** What the search reads. The words of several languages: no stemming. */
    search: p
      .text()
      .columnType('tsvector')
      .generated(
        `((setweight(to_tsvector('simple'::regconfig, title), 'A'::"char") ||` +
          ` setweight(to_tsvector('simple'::regconfig, summary), 'B'::"char")) ||` +
          ` setweight(to_tsvector('simple'::regconfig, body), 'C'::"char")) stored`,
      )
      .hidden()
      .lazy(),
  },
  checks: [
    {
      name: 'analysis_posts_state_dates_check',
      expression:
        `("state" <> 'scheduled' or "publish_at" is not null) and ` +
        `(not "state" in ('published', 'withdrawn') or "published_at" is not null)`,
    },
  ],
  uniques: [{ name: 'analysis_posts_slug_unique', properties: ['slug'] }],
  indexes: [
    {
      name: 'analysis_posts_feed_index',
      expression: `create index "analysis_posts_feed_index" on "analysis_posts" ("published_at", "id") where ${isPublished}`,
    },
    {
      name: 'analysis_posts_search_index',
      expression: `create index "analysis_posts_search_index" on "analysis_posts" using gin ("search") where ${isPublished}`,
    },
    {
      name: 'analysis_posts_tags_index',
      expression: `create index "analysis_posts_tags_index" on "analysis_posts" using gin ("tags" jsonb_path_ops) where ${isPublished}`,
    },
    {
      name: 'analysis_posts_pairs_index',
      expression: `create index "analysis_posts_pairs_index" on "analysis_posts" using gin ("pairs" jsonb_path_ops) where ${isPublished}`,
    },
    {
      name: 'analysis_posts_due_index',
      expression: `create index "analysis_posts_due_index" on "analysis_posts" ("publish_at") where "state" = 'scheduled'`,
    },
    { name: 'analysis_posts_updated_index', properties: ['updatedAt', 'id'] },
    { name: 'analysis_posts_author_index', properties: ['author'] },
  ],
});

/** A market analysis by the team. */
export class AnalysisPost extends AnalysisPostSchema.class {}
AnalysisPostSchema.setClass(AnalysisPost);
export { AnalysisPostSchema };
