import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MemberNoteRepository } from './member-note.repository.js';
import { MemberNotesService } from './member-notes.service.js';

@Module({
  imports: [AuditModule],
  providers: [MemberNoteRepository, MemberNotesService],
  exports: [MemberNotesService],
})
export class MemberNotesModule {}
