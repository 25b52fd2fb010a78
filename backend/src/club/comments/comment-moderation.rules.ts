import type { CommentState, Moderation } from './comment.types.js';

/** The state that an act leads to; null: it stays as it is. */
const results: Readonly<Record<Moderation, CommentState | null>> = { hide: 'hidden', restore: 'visible', remove: 'removed', dismiss: null };

const open: Readonly<Record<CommentState, readonly Moderation[]>> = {
  visible: ['hide', 'remove'],
  hidden: ['restore', 'remove'],
  removed: [],
  deleted: [],
};

/** What the team can do about a comment: reports are dismissed in every state. */
export const moderationsOf = (state: CommentState, hasReports: boolean): Moderation[] => [
  ...open[state],
  ...(hasReports ? (['dismiss'] as const) : []),
];

/** Returns the state after an act; undefined where it is not open. */
export const afterModeration = (act: Moderation, state: CommentState): CommentState | undefined =>
  act === 'dismiss' || open[state].includes(act) ? (results[act] ?? state) : undefined;
