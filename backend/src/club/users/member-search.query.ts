import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { Database } from '../../database.js';
import { isUuid } from '../../platform/domain/index.js';
import { patternOf, searchWords } from './user-search.js';

/**
 * Matches users by id, or by every word of `q` in name, email or phone number. The query must alias `users` as `u`. Served by the
 * trigram index on search_text.
 */
export function memberMatches(q: string): Expression<SqlBool> {
  const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();
  if (isUuid(q)) return eb('u.id', '=', q);
  const words = searchWords(q);
  if (words.length === 0) return eb.lit(false);
  return eb.and(words.map((word) => eb('u.search_text', 'like', eb.fn<string>('lower', [eb.val(patternOf(word))]))));
}
