import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Clock } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import type { Answer, CommunityProfileWire } from '../../../platform/wire/index.js';
import { CommunityService } from '../community.service.js';
import { communityBody, type CommunityBody } from './comments.dto.js';
import { presentCommunity } from './comments.presenter.js';

/** The name under which the caller writes comments. The team has one as well. */
@ApiTags('comments')
@Controller('me/community')
@Access('session')
export class CommunityController {
  constructor(
    private readonly community: CommunityService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({ summary: 'My display name, and whether I can write comments' })
  async own(@CurrentActor() { userId }: Actor): Promise<Answer<CommunityProfileWire>> {
    return answer('Your display name', presentCommunity(await this.community.profileOf(userId), this.clock.now()));
  }

  @Put()
  @ApiOperation({ summary: 'Chooses a display name and accepts the community guidelines' })
  async join(
    @CurrentActor() { userId }: Actor,
    @Body({ schema: communityBody }) { displayName, guidelinesVersion }: CommunityBody,
  ): Promise<Answer<CommunityProfileWire>> {
    const profile = await this.community.join(userId, displayName, guidelinesVersion);
    return answer('Your display name is saved', presentCommunity(profile, this.clock.now()));
  }
}
