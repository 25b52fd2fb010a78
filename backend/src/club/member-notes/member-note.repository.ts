import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { optionalFullNameOf } from '../../full-name.query.js';
import { uuidv7 } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import { isErased } from '../privacy/index.js';

export interface ListedNote {
  id: string;
  userId: string;
  /** Null, as the name: the author's account no longer exists. */
  authorId: string | null;
  authorName: string | null;
  text: string;
  createdAt: Date;
}

/** Every statement about the table `member_notes`. */
@Injectable()
export class MemberNoteRepository {
  async findPage(em: EntityManager, userId: string, page: Page, order: 'ASC' | 'DESC'): Promise<PageOf<ListedNote>> {
    const matching = db(em).selectFrom('member_notes as n').where('n.user_id', '=', userId);
    const rows = this.rows(em)
      .where('n.user_id', '=', userId)
      .$call(orderByColumns([sql.ref('n.created_at'), sql.ref('n.id')], order));
    const found = await readPage(db(em), rows, matching, page);
    return { rows: found.rows.map(toNote), total: found.total };
  }

  async findById(em: EntityManager, id: string): Promise<ListedNote | null> {
    const row = await this.rows(em).where('n.id', '=', id).executeTakeFirst();
    return row ? toNote(row) : null;
  }

  /** Locks the user, so that an erasure comes before or after. Returns false if there is no such user, or they were erased. */
  async lockUser(tx: EntityManager, userId: string): Promise<boolean> {
    const row = await db(tx)
      .selectFrom('users as u')
      .select(isErased.as('isErased'))
      .where('u.id', '=', userId)
      .forShare('u')
      .executeTakeFirst();
    return row !== undefined && row.isErased !== true;
  }

  /** Returns the id of the new row. */
  async insert(tx: EntityManager, { userId, authorId, text }: { userId: string; authorId: string; text: string }): Promise<string> {
    const id = uuidv7();
    await db(tx).insertInto('member_notes').values({ id, user_id: userId, author_id: authorId, text }).execute();
    return id;
  }

  /** Returns whether the note was there. */
  async delete(tx: EntityManager, id: string): Promise<boolean> {
    const { numDeletedRows } = await db(tx).deleteFrom('member_notes').where('id', '=', id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  private rows(em: EntityManager) {
    return db(em)
      .selectFrom('member_notes as n')
      .leftJoin('users as a', 'a.id', 'n.author_id')
      .select(['n.id', 'n.user_id', 'n.author_id', optionalFullNameOf('a').as('author_name'), 'n.text', 'n.created_at']);
  }
}

type NoteRow = Awaited<ReturnType<ReturnType<MemberNoteRepository['rows']>['executeTakeFirstOrThrow']>>;

function toNote({ user_id, author_id, author_name, created_at, ...same }: NoteRow): ListedNote {
  return { ...same, userId: user_id, authorId: author_id, authorName: author_name, createdAt: new Date(created_at) };
}
