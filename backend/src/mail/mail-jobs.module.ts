import { Module } from '@nestjs/common';
import { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';

@Module({ providers: [MailTransport, MailSender] })
export class MailJobsModule {}
