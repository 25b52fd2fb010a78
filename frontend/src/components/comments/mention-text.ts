import { createContext } from 'react';
import type { CommentMentionWire, CommentWire } from '../../lib/wire/types';

const MAX_NAME = 30;
const MOST_SUGGESTIONS = 6;
const NAME_PART = /^[\p{L}\p{M}\p{N} ._-]*$/u;
const WORD = /[\p{L}\p{M}\p{N}_+-]$/u;

/** Names of members whom a comment on this page can mention: those whose comments the page shows. */
export const MentionNames = createContext<readonly string[]>([]);

/** Returns the names of the other authors of these comments and their replies, without repetition. */
export const authorsOf = (comments: readonly CommentWire[]): string[] => [
  ...new Set(
    comments
      .flatMap((comment) => [comment, ...comment.replies])
      .flatMap(({ author }) => (author.name === null || author.isOwn ? [] : [author.name])),
  ),
];

export interface TypedMention {
  /** Position of the sign `@`. */
  from: number;
  query: string;
}

/** Returns the name that is being typed before the caret; null: none is. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || WORD.test(text.slice(0, from))) return null;
  const query = text.slice(from + 1, caret);
  return query.length <= MAX_NAME && NAME_PART.test(query) ? { from, query } : null;
}

/** Returns the names that begin with what was typed, except one that is complete. */
export function namesFor({ query }: TypedMention, names: readonly string[]): string[] {
  const typed = query.toLowerCase();
  return names.filter((name) => name.toLowerCase().startsWith(typed) && name.toLowerCase() !== typed).slice(0, MOST_SUGGESTIONS);
}

/** A piece of a text: plain, or the mention of a member. */
export type TextPiece = string | { mention: CommentMentionWire; key: number };

/** Returns a comment's text in pieces. Positions of mentions count code points. */
export function piecesOf(text: string, mentions: readonly CommentMentionWire[]): TextPiece[] {
  const letters = Array.from(text);
  const pieces: TextPiece[] = [];
  let read = 0;
  for (const mention of mentions) {
    if (mention.start > read) pieces.push(letters.slice(read, mention.start).join(''));
    pieces.push({ mention, key: mention.start });
    read = mention.start + mention.length;
  }
  if (read < letters.length) pieces.push(letters.slice(read).join(''));
  return pieces;
}
