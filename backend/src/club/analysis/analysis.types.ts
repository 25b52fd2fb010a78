import { languages } from '../../platform/domain/index.js';

/** `members`: visitors read title and summary, members who paid the text. */
export const postAudiences = ['public', 'members'] as const;
export type PostAudience = (typeof postAudiences)[number];

export const postStates = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type PostState = (typeof postStates)[number];

export const postLanguages = languages;
export type PostLanguage = (typeof languages)[number];

export const postMoves = ['schedule', 'unschedule', 'publish', 'withdraw'] as const;
export type PostMove = (typeof postMoves)[number];

const openFrom: Record<PostMove, readonly PostState[]> = {
  schedule: ['draft', 'scheduled'],
  unschedule: ['scheduled'],
  publish: ['draft', 'scheduled', 'withdrawn'],
  withdraw: ['published'],
};

/** Returns the moves that are allowed in `state`. */
export const movesFrom = (state: PostState): PostMove[] => postMoves.filter((move) => openFrom[move].includes(state));

/** How a change of the text is saved. Readers get the text of a published or scheduled post, so that its change is confirmed. */
export const saveIn = (state: PostState): 'edit' | 'correct' => (state === 'published' || state === 'scheduled' ? 'correct' : 'edit');

/** What an author writes. */
export interface PostContent {
  title: string;
  summary: string;
  /** Markdown. */
  body: string;
  /** `BTC/USDT` */
  pairs: string[];
  tags: string[];
  audience: PostAudience;
  /** Null: not said. */
  language: PostLanguage | null;
}
