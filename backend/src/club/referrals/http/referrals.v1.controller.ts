import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { permits } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, pageQuery, withTotal, type Actor, type Page, type PageOf } from '../../../platform/http/index.js';
import type { ReferredPerson } from '../referral.repository.js';
import { ReferralsService } from '../referrals.service.js';
import { presentReferral } from './referrals.v1.presenter.js';

@ApiTags('referrals')
@Controller()
export class ReferralsV1Controller {
  constructor(private readonly referrals: ReferralsService) {}

  @Get('getrefferals')
  @Access('session')
  @ApiOperation({ summary: 'Who registered with my code' })
  async own(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) page: Page) {
    return this.answerOf('Your referrals', actor, await this.referrals.ofUser(actor.userId, page));
  }

  @Get('getrefferalsuser/:refferalId')
  @Access('session')
  @ApiOperation({ summary: 'Who registered with a code, for admins and its owner' })
  async ofCode(@CurrentActor() actor: Actor, @Param('refferalId') code: string, @Query({ schema: pageQuery }) page: Page) {
    return this.answerOf('Referrals', actor, await this.referrals.ofCode(actor, code, page));
  }

  private answerOf(message: string, { teamRole }: Actor, { rows, total }: PageOf<ReferredPerson>) {
    return withTotal(
      answer(
        message,
        rows.map((person) => presentReferral(person, permits(teamRole, 'users.read'))),
      ),
      total,
    );
  }
}
