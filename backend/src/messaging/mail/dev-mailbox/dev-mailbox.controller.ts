import { Controller, Get, Header, Query, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../platform/http/index.js';
import { AllowedHostGuard } from '../http/allowed-host.guard.js';
import { DevMailRepository } from './dev-mail.repository.js';
import { mailboxPage, mailboxPolicy } from './mailbox-page.presenter.js';

const address = z
  .string()
  .trim()
  .max(254)
  .transform((to) => to || undefined)
  .optional();
const listQuery = z.object({ to: address });
const pageQuery = z.object({
  to: address,
  mail: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
});

@Controller('dev')
@Access('public')
@UseGuards(AllowedHostGuard)
@ApiExcludeController()
export class DevMailboxController {
  constructor(private readonly store: DevMailRepository) {}

  /** contract section 4: newest first. */
  @Get('mails')
  async mails(@Query({ schema: listQuery }) { to }: z.output<typeof listQuery>) {
    return { data: (await this.store.newest(to)).map(({ to, subject, text, html, date }) => ({ to, subject, text, html, date })) };
  }

  @Get('mailbox')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', mailboxPolicy)
  async page(@Query({ schema: pageQuery }) { to, mail }: z.output<typeof pageQuery>) {
    return mailboxPage(await this.store.newest(to), { to, id: mail });
  }
}
