import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, PageLanguage, StepUp, type Actor } from '../../../platform/http/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { submittingMember } from '../../reviews/index.js';
import { ErasuresService } from '../erasure/erasures.service.js';
import { presentErasure } from './privacy.presenter.js';

/** A member's erasure request (GDPR, article 17). */
@ApiTags('me')
@Controller('me/erasure')
export class ErasureController {
  constructor(
    private readonly erasures: ErasuresService,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'My latest request, what a request erases, and what is kept, why and until when' })
  own(@CurrentActor() actor: Actor, @PageLanguage() language: Language | null) {
    return this.answerTo(actor, 'Your erasure request', language);
  }

  @Post()
  @HttpCode(202)
  @Access('member')
  @StepUp('explicit')
  @ApiOperation({ summary: 'Erases what can be erased at once, and locks the rest until the request is answered' })
  async ask(@CurrentActor() actor: Actor, @PageLanguage() language: Language | null) {
    await this.erasures.ask(actor);
    return this.answerTo(actor, 'We received your request and erased what we can erase at once', language);
  }

  @Delete()
  @Access('member')
  @ApiOperation({ summary: 'Takes my request back; what was erased stays erased' })
  async withdraw(@CurrentActor() actor: Actor, @PageLanguage() language: Language | null) {
    await this.erasures.withdraw(actor);
    return this.answerTo(actor, 'You withdrew your request. Your account stays open', language);
  }

  private async answerTo(actor: Actor, message: string, language: Language | null) {
    const { userId, membership } = submittingMember(actor);
    const latest = await this.erasures.latestOf(userId);
    return answer(message, presentErasure(latest, membership, this.config.retention, language ?? DEFAULT_LANGUAGE));
  }
}
