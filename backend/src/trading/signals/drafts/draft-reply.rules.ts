import { createHash } from 'node:crypto';
import { leverageOf, priceOf } from '../signal.input.js';
import type { DraftChanges, DraftTerms } from './draft-terms.rules.js';

/** Words of a reply, and the field that each changes (docs/telegram.md). */
const WORDS: Readonly<Record<string, keyof DraftChanges>> = {
  entry: 'entryPrice',
  stop: 'stopLoss',
  tp1: 'takeProfit1',
  tp2: 'takeProfit2',
  tp3: 'takeProfit3',
  leverage: 'leverage',
};
const PUBLISH = 'publish';

/**
 * Reads a reply to a draft: `publish`, or `publish` with changes such as `stop 62900 tp1 65400`. Null: it is something else, and nothing
 * is done about it.
 */
export function draftChangesOf(text: string): DraftChanges | null {
  const [first, ...words] = text
    .toLowerCase()
    .split(/[\s,;:=]+/)
    .filter((word) => word !== '');
  if (first !== PUBLISH || words.length % 2 !== 0) return null;
  const changes: DraftChanges = {};
  for (let n = 0; n < words.length; n += 2) {
    const [word, value] = [words[n]!, words[n + 1]!];
    const field = Object.hasOwn(WORDS, word) ? WORDS[word]! : undefined;
    if (field === undefined || field in changes) return null;
    const read = field === 'leverage' ? (leverageOf(value) === null ? null : value) : priceOf(value);
    if (read === null) return null;
    changes[field] = read;
  }
  return changes;
}

/** What a button is bound to. */
export interface ButtonBinding {
  draftId: string;
  userId: string;
  /** Telegram's number of the chat. */
  chatId: string;
  terms: DraftTerms;
}

/** The hash under which a button is stored: another draft, other terms, another admin or another chat have another one. */
export function buttonHashOf(code: string, { draftId, userId, chatId, terms }: ButtonBinding): Buffer {
  const fields = Object.entries(terms).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([code, draftId, userId, chatId, fields]))
    .digest();
}

const DATA = /^d:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):([\w-]{24})$/;
/** 24 characters: with the draft's id, Telegram's 64 bytes are enough. */
export const CODE_BYTES = 18;

export const buttonDataOf = (draftId: string, code: string): string => `d:${draftId}:${code}`;

/** Reads what a button holds; null: it is none of a draft. */
export function buttonOf(data: string): { draftId: string; code: string } | null {
  const [, draftId, code] = DATA.exec(data) ?? [];
  return draftId === undefined || code === undefined ? null : { draftId, code };
}
