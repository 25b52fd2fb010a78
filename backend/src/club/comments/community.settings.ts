/** Raised with each change of the guidelines (frontend/locales, `comments.guidelines`): members agree again before they write. */
export const GUIDELINES_VERSION = 1;

/** Characters of a comment. */
export const MAX_COMMENT = 2000;
/** Members whom a comment mentions. */
export const MAX_MENTIONS = 10;
/** Characters of a reason, and of what a member adds to a report. */
export const MAX_REASON = 500;
export const EDIT_MINUTES = 15;
export const NAME_CHANGE_DAYS = 30;
export const MAX_MUTE_DAYS = 365;
/** Replies that a page shows below each comment. */
export const FIRST_REPLIES = 3;
