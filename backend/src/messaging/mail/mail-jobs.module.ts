import { Module } from '@nestjs/common';
import { BulkMail } from './bulk-mail.js';
import { MailBounceRepository } from './mail-bounce.repository.js';
import { MailSender } from './mail-sender.js';
import { BulkMailTransport, MailTransport } from './mail-transport.js';
import { MailModule } from './mail.module.js';

@Module({
  imports: [MailModule],
  providers: [MailTransport, BulkMailTransport, MailBounceRepository, MailSender, BulkMail],
  exports: [BulkMail],
})
export class MailJobsModule {}
