import { Module } from '@nestjs/common';
import { BulkMail } from './bulk-mail.service.js';
import { LetterNotifications } from './letter-notifications.service.js';
import { MailBounceRepository } from './mail-bounce.repository.js';
import { MailSender } from './mail-sender.handler.js';
import { BulkMailTransport, MailTransport } from './mail-transport.client.js';
import { MailModule } from './mail.module.js';

@Module({
  imports: [MailModule],
  providers: [MailTransport, BulkMailTransport, MailBounceRepository, LetterNotifications, MailSender, BulkMail],
  exports: [BulkMail],
})
export class MailJobsModule {}
