import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import type { AccountAlertsWire, Answer } from '../../../platform/wire/index.js';
import type { AccountAlertKind } from '../account-alert.types.js';
import { AccountAlertsService } from '../account-alerts.service.js';
import { accountAlertBody, accountAlertParam, type AccountAlertBody } from './account-alerts.dto.js';
import { presentAccountAlerts } from './account-alerts.presenter.js';

/** A member's alerts about the own exchange account. */
@ApiTags('alerts')
@Controller('me/alerts/account')
@Access('member')
export class AccountAlertsController {
  constructor(private readonly alerts: AccountAlertsService) {}

  @Get()
  @ApiOperation({ summary: 'My alerts about my account, and how it stands at its last sync' })
  async list(@CurrentActor() actor: Actor): Promise<Answer<AccountAlertsWire>> {
    return answer('Alerts about your account', presentAccountAlerts(await this.alerts.list(actor)));
  }

  @Put(':kind')
  @ApiOperation({ summary: 'Turns an alert about my account on, or changes its percentage' })
  async set(
    @CurrentActor() actor: Actor,
    @Param('kind', { schema: accountAlertParam }) kind: AccountAlertKind,
    @Body({ schema: accountAlertBody }) { percent }: AccountAlertBody,
  ): Promise<Answer<AccountAlertsWire>> {
    return answer('The alert is on', presentAccountAlerts(await this.alerts.set(actor, kind, percent)));
  }

  @Delete(':kind')
  @ApiOperation({ summary: 'Turns an alert about my account off' })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('kind', { schema: accountAlertParam }) kind: AccountAlertKind,
  ): Promise<Answer<AccountAlertsWire>> {
    return answer('The alert is off', presentAccountAlerts(await this.alerts.remove(actor, kind)));
  }
}
