import { Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError, isUuid, type Language } from '../../../platform/domain/index.js';
import { Access, answer, BrowserLanguage } from '../../../platform/http/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { NotificationPreferences, type EmailTopic } from '../../preferences/index.js';
import { BroadcastUnsubscribeRepository } from '../broadcast-unsubscribe.repository.js';
import { unsubscribePage, unsubscribePolicy, type UnsubscribeStep } from './unsubscribe-page.presenter.js';

/**
 * Where unsubscribe links lead: mail programs POST here by themselves (RFC 8058), people open the page and press its button. Opening it
 * changes nothing, because scanners of mails open every link. No session, no cookie: the token is all there is.
 */
@Controller('public/unsubscribe')
@Access('public')
export class UnsubscribeController {
  constructor(
    private readonly preferences: NotificationPreferences,
    private readonly broadcasts: BroadcastUnsubscribeRepository,
    private readonly config: AppConfig,
  ) {}

  @Get(':token')
  ask(
    @Param('token') token: string,
    @Headers('accept') accept: string | undefined,
    @BrowserLanguage() language: Language,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    const topic = this.preferences.topicOf(token);
    return topic ? this.page(reply, language, 'ask', topic) : this.invalid(accept, language, reply);
  }

  /** Idempotent. A browser gets a page, a program the usual envelope. `broadcast`: the delivery whose link it is, for the results. */
  @Post(':token')
  @HttpCode(200)
  async unsubscribe(
    @Param('token') token: string,
    @Query('broadcast') delivery: unknown,
    @Headers('accept') accept: string | undefined,
    @Headers('user-agent') program: string | undefined,
    @BrowserLanguage() language: Language,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const topic = await this.preferences.unsubscribe(token, program ?? null);
    const userId = this.preferences.readerOf(token);
    if (!topic || userId === null) return this.invalid(accept, language, reply);
    if (topic === 'news' && typeof delivery === 'string' && isUuid(delivery)) await this.broadcasts.record(userId, delivery);
    return isBrowser(accept) ? this.page(reply, language, 'done', topic) : answer('You will no longer receive these emails', null);
  }

  private invalid(accept: string | undefined, language: Language, reply: FastifyReply): string {
    if (!isBrowser(accept)) throw new UnsubscribeLinkInvalid();
    return this.page(reply, language, 'invalid');
  }

  private page(reply: FastifyReply, language: Language, step: UnsubscribeStep, topic: EmailTopic | null = null): string {
    void reply
      .status(step === 'invalid' ? 404 : 200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', unsubscribePolicy);
    return unsubscribePage(step, topic, this.config.publicUrl, language);
  }
}

class UnsubscribeLinkInvalid extends DomainError {
  constructor() {
    super('not-found', 'mail.unsubscribe-link-invalid', 'This link is not valid');
  }
}

function isBrowser(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
