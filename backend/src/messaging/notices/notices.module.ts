import { Module } from '@nestjs/common';
import { NoticeRepository } from './notice.repository.js';
import { Notices } from './notices.service.js';

/** For modules that tell members something. */
@Module({ providers: [Notices, NoticeRepository], exports: [Notices, NoticeRepository] })
export class NoticesModule {}
