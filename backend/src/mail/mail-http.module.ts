import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/index.js';
import { DevMailStore } from './dev-mailbox/dev-mail-store.js';
import { DevMailboxController } from './dev-mailbox/dev-mailbox.controller.js';
import { DevSmtpServer } from './dev-mailbox/dev-smtp-server.js';

/** The development mailbox; nothing at all where mail goes to a mail server, and never in production. */
@Module({})
export class MailHttpModule {
  static forRoot(config: AppConfig): DynamicModule {
    if (!config.developmentMailbox) return { module: MailHttpModule };
    return { module: MailHttpModule, controllers: [DevMailboxController], providers: [DevMailStore, DevSmtpServer] };
  }
}
