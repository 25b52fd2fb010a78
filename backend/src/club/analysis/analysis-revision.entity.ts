import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { AnalysisPost } from './analysis-post.entity.js';
import type { PostContent } from './analysis.types.js';

const AnalysisRevisionSchema = defineEntity({
  name: 'AnalysisRevision',
  tableName: 'analysis_revisions',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    post: () => p.manyToOne(AnalysisPost).name('post_id').mapToPk().deleteRule('cascade'),
    revision: p.integer(),
    /** As it was read until the change. */
    content: p.json<PostContent>(),
    /** Who replaced it. Null: their account no longer exists. */
    replacedBy: () => p.manyToOne(User).name('replaced_by').mapToPk().nullable().deleteRule('set null'),
    replacedAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'analysis_revisions_post_unique', properties: ['post', 'revision'] }],
  indexes: [{ name: 'analysis_revisions_replaced_by_index', properties: ['replacedBy'] }],
});

/** A text that a published post had before. */
export class AnalysisRevision extends AnalysisRevisionSchema.class {}
AnalysisRevisionSchema.setClass(AnalysisRevision);
export { AnalysisRevisionSchema };
