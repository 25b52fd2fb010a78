import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import { isUuid } from '../../platform/domain/index.js';
import { maySeeSignals, type Standing } from '../../platform/http/index.js';
import { mayReadPost } from '../analysis/index.js';
import type { CommentSubject } from './comment.types.js';

export interface ReadSubject {
  /** How addresses name it: the slug of a post, the id of a signal. */
  key: string;
  /** Whether a reader may read it, by the rule of its own page. */
  mayRead: (reader: Standing) => boolean;
}

/** Returns the subject that an address names; null: there is none, or it is not published. */
export async function findSubject(em: EntityManager, kind: CommentSubject['kind'], key: string): Promise<CommentSubject | null> {
  if (kind === 'signal') {
    if (!isUuid(key)) return null;
    const signal = await db(em).selectFrom('signals').select('id').where('id', '=', key).executeTakeFirst();
    return signal ? { kind, id: signal.id } : null;
  }
  const post = await db(em)
    .selectFrom('analysis_posts')
    .select('id')
    .where('slug', '=', key)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return post ? { kind, id: post.id } : null;
}

/** Returns null for a subject that is not published any more. */
export async function readSubject(em: EntityManager, { kind, id }: CommentSubject): Promise<ReadSubject | null> {
  if (kind === 'signal') return { key: id, mayRead: maySeeSignals };
  const post = await db(em)
    .selectFrom('analysis_posts')
    .select(['slug', 'audience'])
    .where('id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return post ? { key: post.slug, mayRead: (reader) => mayReadPost(post, reader) } : null;
}
