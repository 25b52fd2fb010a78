import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { AnalysisPost } from './analysis-post.entity.js';

export const pictureTypes = ['image/jpeg', 'image/webp'] as const;

const AnalysisPictureSchema = defineEntity({
  name: 'AnalysisPicture',
  tableName: 'analysis_pictures',
  properties: {
    /** UUID version 7. A text names the picture as `picture:<id>`. */
    id: p.uuid().primary(),
    /** Null: no text with it has been saved yet. */
    post: () => p.manyToOne(AnalysisPost).name('post_id').mapToPk().nullable().deleteRule('cascade'),
    /** Null: their account no longer exists. */
    uploadedBy: () => p.manyToOne(User).name('uploaded_by').mapToPk().nullable().deleteRule('set null'),
    mime: p.enum(pictureTypes),
    /** In pixels. */
    width: p.integer(),
    height: p.integer(),
    /** As the decoder encoded it; nothing of the upload. Never changes. */
    bytes: p.blob().lazy(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When the text of its post, and the texts that the post had, last named it. Null: one of them does. */
    unusedSince: p.datetime().nullable().defaultRaw('now()'),
  },
  indexes: [
    { name: 'analysis_pictures_post_index', properties: ['post'] },
    { name: 'analysis_pictures_uploaded_by_index', properties: ['uploadedBy', 'createdAt'] },
    {
      name: 'analysis_pictures_unused_index',
      expression:
        `create index "analysis_pictures_unused_index" on "analysis_pictures" ("unused_since") ` + `where "unused_since" is not null`,
    },
  ],
});

/** A picture in an analysis. */
export class AnalysisPicture extends AnalysisPictureSchema.class {}
AnalysisPictureSchema.setClass(AnalysisPicture);
export { AnalysisPictureSchema };
