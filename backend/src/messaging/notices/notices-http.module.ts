import { Module } from '@nestjs/common';
import { NoticesController } from './http/notices.controller.js';
import { NoticeCentre } from './notice-centre.service.js';
import { NoticeCursorRepository } from './notice-cursor.repository.js';
import { NoticesModule } from './notices.module.js';

@Module({ imports: [NoticesModule], controllers: [NoticesController], providers: [NoticeCentre, NoticeCursorRepository] })
export class NoticesHttpModule {}
