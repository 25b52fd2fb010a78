import { Module } from '@nestjs/common';
import { InboxAdminController } from './http/inbox-admin.controller.js';
import { InboxModule } from './inbox.module.js';

@Module({ imports: [InboxModule], controllers: [InboxAdminController] })
export class InboxHttpModule {}
