import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import type { AlertFiringsWire, AlertsWire, AlertWire, Answer } from '../../../platform/wire/index.js';
import { MAX_ALERTS } from '../alerts.errors.js';
import { AlertsService } from '../alerts.service.js';
import { alertBody, alertChange, firingsQuery, type AlertBody, type AlertChange, type FiringsQuery } from './alerts.dto.js';
import { presentAlert, presentFirings } from './alerts.presenter.js';

/** A member's own alerts. */
@ApiTags('alerts')
@Controller('me/alerts')
@Access('member')
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Get()
  @ApiOperation({ summary: 'My alerts, newest first' })
  async list(@CurrentActor() actor: Actor): Promise<Answer<AlertsWire>> {
    return answer('Your alerts', { items: (await this.alerts.list(actor)).map(presentAlert), max: MAX_ALERTS });
  }

  @Get('firings')
  @ApiOperation({ summary: 'What fired, newest first, with the candle that reached the price' })
  async firings(
    @CurrentActor() actor: Actor,
    @Query({ schema: firingsQuery }) { before, limit }: FiringsQuery,
  ): Promise<Answer<AlertFiringsWire>> {
    return answer('Your alerts that fired', presentFirings(await this.alerts.firings(actor, before ?? null, limit)));
  }

  @Post()
  @ApiOperation({ summary: 'Sets an alert at the price of now' })
  async create(@CurrentActor() actor: Actor, @Body({ schema: alertBody }) body: AlertBody): Promise<Answer<AlertWire>> {
    return answer('The alert is set', presentAlert(await this.alerts.create(actor, body)));
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Pauses an alert, or starts it anew' })
  async change(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: idParam('alert') }) id: string,
    @Body({ schema: alertChange }) { state }: AlertChange,
  ): Promise<Answer<AlertWire>> {
    const changed = state === 'paused' ? await this.alerts.pause(actor, id) : await this.alerts.resume(actor, id);
    return answer(state === 'paused' ? 'The alert is paused' : 'The alert is active', presentAlert(changed));
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Deletes an alert and the list of what it fired' })
  async delete(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('alert') }) id: string): Promise<Answer<null>> {
    await this.alerts.delete(actor, id);
    return answer('The alert is deleted', null);
  }
}
