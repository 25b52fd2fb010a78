import { z } from 'zod';
import { postContent } from '../analysis-content.rules.js';
import { postSorts } from '../analysis-post.repository.js';
import { postAudiences, postStates } from '../analysis.types.js';

const REVISION = 'revision must be the number of the text that was opened';
const revision = z.number(REVISION).int(REVISION).min(1, REVISION);

/** POST /admin/analysis */
export const newPostBody = z.strictObject(postContent);
export type NewPostBody = z.output<typeof newPostBody>;

/** PUT /admin/analysis/{id}, POST /admin/analysis/{id}/correct */
export const editPostBody = z.strictObject({ ...postContent, revision });
export type EditPostBody = z.output<typeof editPostBody>;

/** POST /admin/analysis/{id}/publish */
export const publishBody = z.strictObject({ revision });
export type PublishBody = z.output<typeof publishBody>;

/** POST /admin/analysis/{id}/schedule */
export const schedulePostBody = z.strictObject({
  revision,
  publishAt: z.iso.datetime({ offset: true, error: 'publishAt must be a time, like 2026-12-01T09:00:00Z' }).transform((at) => new Date(at)),
});
export type SchedulePostBody = z.output<typeof schedulePostBody>;

export const postListRules = {
  sortable: postSorts,
  filters: {
    id: z.array(z.uuid('id must be a list of ids')).max(1000, 'id can name up to 1000 records'),
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
    state: z.enum(postStates, `state must be one of ${postStates.join(', ')}`),
    audience: z.enum(postAudiences, `audience must be one of ${postAudiences.join(', ')}`),
  },
};

export const revisionListRules = { sortable: ['revision'] as const, filters: {} };
