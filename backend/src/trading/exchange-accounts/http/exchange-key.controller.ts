import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access, answer, CurrentActor, StepUp, type Actor } from '../../../platform/http/index.js';
import { RequestKeyCheckService } from '../request-key-check.service.js';
import { KeyViewReader } from '../key-view.reader.js';
import { KeyReplacementService } from '../key-replacement.service.js';
import { newKeyBody } from './exchange-key.dto.js';
import { presentKey } from './exchange-key.presenter.js';

/** A member's own exchange key, which no answer ever holds. */
@ApiTags('exchange')
@Controller('me/exchange-key')
export class ExchangeKeyController {
  constructor(
    private readonly reader: KeyViewReader,
    private readonly replacement: KeyReplacementService,
    private readonly checks: RequestKeyCheckService,
  ) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'What is known of my exchange key' })
  async own(@CurrentActor() { userId }: Actor) {
    return answer('Your exchange key', presentKey(await this.reader.keyOf(userId)));
  }

  @Put()
  @Access('member')
  @StepUp('recent')
  @ApiOperation({ summary: 'Brings another key in the place of mine' })
  async replace(@CurrentActor() actor: Actor, @Body({ schema: newKeyBody }) body: z.output<typeof newKeyBody>) {
    await this.replacement.replace(actor, body);
    return answer('Your exchange key was replaced', presentKey(await this.reader.keyOf(actor.userId)));
  }

  @Delete()
  @Access('member')
  @StepUp('explicit')
  @ApiOperation({ summary: 'Removes my key; what was read stays' })
  async remove(@CurrentActor() actor: Actor) {
    await this.replacement.remove(actor);
    return answer('Your exchange key was removed', presentKey(await this.reader.keyOf(actor.userId)));
  }

  @Post('check')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Shows my key to the exchange again' })
  async check(@CurrentActor() actor: Actor) {
    return answer('Your exchange key was checked', presentKey(await this.checks.byOwner(actor)));
  }
}
