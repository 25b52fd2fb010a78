import { Module } from '@nestjs/common';
import { MailOutbox } from './mail-outbox.js';

@Module({ providers: [MailOutbox], exports: [MailOutbox] })
export class MailModule {}
