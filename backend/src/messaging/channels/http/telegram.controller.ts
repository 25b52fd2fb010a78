import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TelegramLinkWire, TelegramWire } from '../../../platform/wire/index.js';
import { Access, answer, CurrentActor, StepUp, type Actor } from '../../../platform/http/index.js';
import { GroupAccessService } from '../telegram-group/group-access.service.js';
import { TelegramLinksService } from '../telegram/telegram-links.service.js';
import { confirmTelegramBody, type ConfirmTelegramBody } from './telegram.dto.js';
import { presentTelegram } from './telegram.presenter.js';

/** A user's own Telegram: of members for signals, of admins for drafts of signals. */
@ApiTags('telegram')
@Controller('me/telegram')
export class TelegramController {
  constructor(
    private readonly links: TelegramLinksService,
    private readonly group: GroupAccessService,
  ) {}

  @Get()
  @Access('session')
  @ApiOperation({ summary: 'My Telegram account, and an open link' })
  async state(@CurrentActor() actor: Actor) {
    return answer('Your Telegram', await this.present(actor));
  }

  @Post('link')
  @Access('session')
  @StepUp('recent')
  @ApiOperation({ summary: 'Answers a link to the bot, which works once, for ten minutes' })
  async link(@CurrentActor() actor: Actor) {
    const url = await this.links.link(actor);
    const data: TelegramLinkWire = { url, telegram: await this.present(actor) };
    return answer('Open the link in Telegram', data);
  }

  @Post('confirm')
  @HttpCode(200)
  @Access('session')
  @ApiOperation({ summary: 'Connects the account that used the link' })
  async confirm(@CurrentActor() actor: Actor, @Body({ schema: confirmTelegramBody }) { id }: ConfirmTelegramBody) {
    await this.links.confirm(actor, id);
    return answer('Telegram is connected', await this.present(actor));
  }

  @Delete()
  @Access('session')
  @ApiOperation({ summary: 'Disconnects Telegram, and closes an open link' })
  async disconnect(@CurrentActor() actor: Actor) {
    await this.links.disconnect(actor);
    return answer('Telegram is disconnected', await this.present(actor));
  }

  @Post('group-link')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: "Asks for a new link to the members' group, which the worker makes" })
  async groupLink(@CurrentActor() actor: Actor) {
    await this.group.askForLink(actor);
    return answer('Your link is being made', await this.present(actor));
  }

  private async present(actor: Actor): Promise<TelegramWire> {
    return presentTelegram(await this.links.state(actor), await this.group.state(actor));
  }
}
