import { Body, Controller, Get, Headers, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import type { Language } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, PageLanguage, type Actor } from '../../../platform/http/index.js';
import type { Answer, MailPreferencesWire } from '../../../platform/wire/index.js';
import { MailPreferences } from '../preferences/mail-preferences.service.js';

const preferencesBody = z
  .strictObject({
    news: z.boolean('news must be true or false').optional(),
    signals: z.boolean('signals must be true or false').optional(),
  })
  .refine(({ news, signals }) => news !== undefined || signals !== undefined, { message: 'Choose news or signals', path: ['news'] });

@Controller('me/mail-preferences')
@Access('member')
export class MailPreferencesController {
  constructor(private readonly preferences: MailPreferences) {}

  @Get()
  async read(@CurrentActor() { userId }: Actor): Promise<Answer<MailPreferencesWire>> {
    return answer('Your mail preferences', await this.preferences.of(userId));
  }

  @Post()
  @HttpCode(200)
  async choose(
    @CurrentActor() actor: Actor,
    @Body({ schema: preferencesBody }) body: z.output<typeof preferencesBody>,
    @PageLanguage() language: Language | null,
    @Headers('user-agent') program?: string,
  ): Promise<Answer<MailPreferencesWire>> {
    return answer('Your mail preferences were saved', await this.preferences.choose(actor, body, { userAgent: program ?? null, language }));
  }
}
