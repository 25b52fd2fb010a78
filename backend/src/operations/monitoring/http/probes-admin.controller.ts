import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import { ProbesService } from '../probes.service.js';
import { presentProbe, presentVenueProbe } from './operations.presenter.js';

/** Asks others whether they are there. POST: each is a call to somebody else's server. */
@ApiTags('admin')
@Controller('admin/operations/probes')
@Access('system.manage')
export class ProbesAdminController {
  constructor(private readonly probes: ProbesService) {}

  @Post('mail')
  @HttpCode(200)
  @ApiOperation({ summary: 'Checks the connection to the email server; no email is sent' })
  async mail(@CurrentActor() { userId }: Actor) {
    return answer('The email server was checked', presentProbe(await this.probes.mail(userId)));
  }

  @Post('exchanges')
  @HttpCode(200)
  @ApiOperation({ summary: "Asks each exchange for its time, and compares it with ours; no member's key is used" })
  async exchanges(@CurrentActor() { userId }: Actor) {
    const venues = await this.probes.exchanges(userId);
    return answer('The exchanges were asked', venues.map(presentVenueProbe));
  }
}
