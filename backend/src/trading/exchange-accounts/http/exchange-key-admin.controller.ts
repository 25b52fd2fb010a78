import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import { RequestKeyCheckService } from '../request-key-check.service.js';
import { presentKey } from './exchange-key.presenter.js';

/** The console's side of members' keys. */
@ApiTags('admin')
@Controller('admin/members')
export class ExchangeKeyAdminController {
  constructor(private readonly checks: RequestKeyCheckService) {}

  @Post(':userId/check-key')
  @HttpCode(200)
  @Access('sync.start')
  async check(@CurrentActor() actor: Actor, @Param('userId', { schema: idParam('member') }) userId: string) {
    return answer('The exchange key was checked', presentKey(await this.checks.byAdmin(actor, userId)));
  }
}
