import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, StepUp, type Actor } from '../../../platform/http/index.js';
import { PayAddressChangesService, type Approver } from '../pay-address-changes.service.js';
import { PayAddressReader } from '../pay-address.reader.js';
import { presentLog, presentPublicLog } from './pay-addresses.presenter.js';

const changeId = idParam('change of a pay address');

/** Where payments go, and the changes of it. */
@ApiTags('payments')
@Controller()
export class PayAddressesController {
  constructor(
    private readonly reader: PayAddressReader,
    private readonly changes: PayAddressChangesService,
  ) {}

  @Get('public/pay-addresses')
  @Access('public')
  @ApiOperation({ summary: 'Every address that payments went to or will go to, and since when' })
  async published() {
    return answer('Addresses for payments', presentPublicLog(await this.reader.read()));
  }

  @Get('admin/pay-addresses')
  @Access('payments.read')
  @ApiOperation({ summary: 'The same for admins, with who has approved' })
  async list(@CurrentActor() { userId }: Actor) {
    return answer('Addresses for payments', presentLog(await this.reader.read(), userId));
  }

  @Post('admin/pay-addresses/:id/approve')
  @HttpCode(200)
  @Access('addresses.approve')
  @StepUp('recent')
  @ApiOperation({ summary: 'Approves a change; the second approval lets it take effect a day later' })
  async approve(@CurrentActor() actor: Actor, @Param('id', { schema: changeId }) id: string) {
    await this.changes.approve(id, approverOf(actor));
    return answer('The change is approved', presentLog(await this.reader.read(), actor.userId));
  }

  @Post('admin/pay-addresses/:id/withdraw')
  @HttpCode(200)
  @Access('addresses.approve')
  @StepUp('recent')
  @ApiOperation({ summary: 'Stops a change before it takes effect' })
  async withdraw(@CurrentActor() actor: Actor, @Param('id', { schema: changeId }) id: string) {
    await this.changes.withdraw(id, approverOf(actor));
    return answer('The change is withdrawn', presentLog(await this.reader.read(), actor.userId));
  }
}

const approverOf = ({ userId, role }: Actor): Approver => ({ actorId: userId, actorRole: role });
