import { Body, Controller, Get, Headers, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Language } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, PageLanguage, type Actor } from '../../../platform/http/index.js';
import type { Answer, NotificationPreferencesWire } from '../../../platform/wire/index.js';
import { NotificationPolicy } from '../notification-policy.service.js';
import { NotificationPreferences } from '../notification-preferences.service.js';
import { notificationChanges, type NotificationChanges } from './notification-preferences.dto.js';
import { presentPreferences } from './notification-preferences.presenter.js';

/** What a member is told about, where, and when not. */
@ApiTags('notifications')
@Controller('me/notification-preferences')
@Access('member')
export class NotificationPreferencesController {
  constructor(
    private readonly preferences: NotificationPreferences,
    private readonly policy: NotificationPolicy,
  ) {}

  @Get()
  @ApiOperation({ summary: 'My notification preferences and quiet hours' })
  async read(@CurrentActor() { userId, role }: Actor): Promise<Answer<NotificationPreferencesWire>> {
    return answer('Your notification settings', presentPreferences(await this.preferences.of(userId), role, this.policy.club));
  }

  @Patch()
  @ApiOperation({ summary: 'Changes the preferences that it names, in their order, and the quiet hours' })
  async change(
    @CurrentActor() actor: Actor,
    @Body({ schema: notificationChanges }) changes: NotificationChanges,
    @PageLanguage() language: Language | null,
    @Headers('user-agent') program?: string,
  ): Promise<Answer<NotificationPreferencesWire>> {
    const held = await this.preferences.change(actor, changes, { userAgent: program ?? null, language });
    return answer('Your notification settings were saved', presentPreferences(held, actor.role, this.policy.club));
  }
}
