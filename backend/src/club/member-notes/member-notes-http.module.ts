import { Module } from '@nestjs/common';
import { MemberNotesAdminController } from './http/member-notes-admin.controller.js';
import { MemberNotesModule } from './member-notes.module.js';

@Module({ imports: [MemberNotesModule], controllers: [MemberNotesAdminController] })
export class MemberNotesHttpModule {}
