import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../platform/config/index.js';
import { DevMailRepository } from './dev-mailbox/dev-mail.repository.js';
import { DevMailboxController } from './dev-mailbox/dev-mailbox.controller.js';
import { DevSmtpServer } from './dev-mailbox/dev-smtp.server.js';
import { DeadLettersController } from './http/dead-letters.controller.js';
import { takeOneClickBodies } from './http/one-click-bodies.js';
import { UnsubscribeController } from './http/unsubscribe.controller.js';
import { MailModule } from './mail.module.js';

const controllers = [UnsubscribeController, DeadLettersController];

/** Unsubscribing and dead letters. The development mailbox is added only if there is no mail server, never in production. */
@Module({})
export class MailHttpModule implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    takeOneClickBodies(this.host.httpAdapter.getInstance<FastifyInstance>());
  }

  static forRoot(config: AppConfig): DynamicModule {
    if (!config.developmentMailbox) return { module: MailHttpModule, imports: [MailModule], controllers };
    return {
      module: MailHttpModule,
      imports: [MailModule],
      controllers: [...controllers, DevMailboxController],
      providers: [DevMailRepository, DevSmtpServer],
    };
  }
}
