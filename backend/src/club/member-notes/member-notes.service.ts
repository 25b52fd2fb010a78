import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor, Page, PageOf } from '../../platform/http/index.js';
import { mayDeleteNote } from './member-note.rules.js';
import { MemberNoteRepository, type ListedNote } from './member-note.repository.js';
import { NotYourNote } from './member-notes-admin.errors.js';

/** Notes of the team about users. */
@Injectable()
export class MemberNotesService {
  constructor(
    private readonly em: EntityManager,
    private readonly notes: MemberNoteRepository,
    private readonly audit: AuditLog,
  ) {}

  list(userId: string, page: Page, order: 'ASC' | 'DESC'): Promise<PageOf<ListedNote>> {
    return this.notes.findPage(this.em, userId, page, order);
  }

  /** Throws NotFound if there is no such user, or they were erased. */
  add(actor: Actor, userId: string, text: string): Promise<ListedNote> {
    return this.em.transactional(async (tx) => {
      if (!(await this.notes.lockUser(tx, userId))) throw new NotFound('user');
      const id = await this.notes.insert(tx, { userId, authorId: actor.userId, text });
      await this.record(tx, 'user.add-note', actor, userId, { noteId: id });
      return this.one(tx, id);
    });
  }

  /** Deletes a note and returns it. Throws NotFound, NotYourNote (403). */
  delete(actor: Actor, id: string): Promise<ListedNote> {
    return this.em.transactional(async (tx) => {
      const note = await this.one(tx, id);
      if (!mayDeleteNote(note, actor)) throw new NotYourNote();
      if (!(await this.notes.delete(tx, id))) throw new NotFound('note');
      await this.record(tx, 'user.delete-note', actor, note.userId, { noteId: id, authorId: note.authorId });
      return note;
    });
  }

  private async one(em: EntityManager, id: string): Promise<ListedNote> {
    const note = await this.notes.findById(em, id);
    if (!note) throw new NotFound('note');
    return note;
  }

  private record(tx: EntityManager, action: string, actor: Actor, userId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(tx, { action, actorId: actor.userId, actorRole: actor.role, targetType: 'user', targetId: userId, detail });
  }
}
