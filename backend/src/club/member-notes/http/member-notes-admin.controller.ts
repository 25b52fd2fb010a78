import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { InvalidInput } from '../../../platform/domain/index.js';
import { Access, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import type { MemberNoteWire } from '../../../platform/wire/index.js';
import { MAX_NOTE } from '../member-note.entity.js';
import type { ListedNote } from '../member-note.repository.js';
import { mayDeleteNote } from '../member-note.rules.js';
import { MemberNotesService } from '../member-notes.service.js';

const RESOURCE = 'notes';
const LENGTH = `A note has 1 to ${MAX_NOTE.toLocaleString('en-US')} characters`;
const userId = z.uuid('userId must be an id').transform((id) => id.toLowerCase());
const noteRules = { sortable: ['createdAt'] as const, filters: { userId } };
// Characters as people and PostgreSQL count them.
const text = z
  .string(LENGTH)
  .trim()
  .min(1, LENGTH)
  .refine((value) => [...value].length <= MAX_NOTE, LENGTH);
const noteBody = z.strictObject({ userId, text });

/** Notes on a user's page. POST and DELETE return the bare record, as ra-data-simple-rest expects. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class MemberNotesAdminController {
  constructor(private readonly notes: MemberNotesService) {}

  @Get()
  @Access('users.read')
  async list(@CurrentActor() actor: Actor, @Query() query: Record<string, string | undefined>) {
    const { filter, order, ...page } = parseListQuery(query, noteRules);
    if (filter.userId === undefined) throw InvalidInput.field('filter.userId', 'Name the user by filter.userId');
    const { rows, total } = await this.notes.list(filter.userId, page, order);
    return listAnswer(RESOURCE, { rows: rows.map((note) => presentNote(note, actor)), total }, page.offset);
  }

  @Post()
  @Access('users.read')
  async add(@CurrentActor() actor: Actor, @Body({ schema: noteBody }) body: z.output<typeof noteBody>) {
    return presentNote(await this.notes.add(actor, body.userId, body.text), actor);
  }

  @Delete(':id')
  @Access('users.read')
  @StepUp('recent')
  @ApiOperation({ summary: 'Deletes a note: its author, an owner or an admin' })
  async delete(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('note') }) id: string) {
    return presentNote(await this.notes.delete(actor, id), actor);
  }
}

function presentNote(note: ListedNote, actor: Actor): MemberNoteWire {
  return {
    id: note.id,
    userId: note.userId,
    author: note.authorName,
    text: note.text,
    createdAt: note.createdAt.toISOString(),
    may: mayDeleteNote(note, actor) ? ['delete'] : [],
  };
}
