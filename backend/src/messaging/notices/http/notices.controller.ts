import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import type { Answer, NoticesPageWire, UnreadNoticesWire } from '../../../platform/wire/index.js';
import { NoticeCentre } from '../notice-centre.service.js';
import { noticePageQuery, readUpToBody, type NoticePageQuery, type ReadUpToBody } from './notices.dto.js';
import { presentNotices } from './notices.presenter.js';

/** The notification centre of a member. */
@ApiTags('notifications')
@Controller('me/notifications')
@Access('member')
export class NoticesController {
  constructor(private readonly centre: NoticeCentre) {}

  @Get()
  @ApiOperation({ summary: 'My notifications, newest first: my own, and what is for all members' })
  async list(
    @CurrentActor() actor: Actor,
    @Query({ schema: noticePageQuery }) { before, limit }: NoticePageQuery,
  ): Promise<Answer<NoticesPageWire>> {
    const [page, unread] = [await this.centre.page(actor, before, limit), await this.centre.countUnread(actor)];
    return answer('Your notifications', presentNotices(page, unread));
  }

  @Get('unread')
  @ApiOperation({ summary: 'How many notifications I have not read, at most 100' })
  async unread(@CurrentActor() actor: Actor): Promise<Answer<UnreadNoticesWire>> {
    return answer('Unread notifications', { unread: await this.centre.countUnread(actor) });
  }

  @Post('read')
  @HttpCode(200)
  @ApiOperation({ summary: 'Marks my notifications up to a position as read' })
  async readAll(@CurrentActor() actor: Actor, @Body({ schema: readUpToBody }) { upTo }: ReadUpToBody): Promise<Answer<UnreadNoticesWire>> {
    return answer('Your notifications are marked as read', { unread: await this.centre.markAllRead(actor, upTo) });
  }

  @Post(':id/read')
  @HttpCode(200)
  @ApiOperation({ summary: 'Marks one notification as read' })
  async readOne(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: idParam('notification') }) id: string,
  ): Promise<Answer<UnreadNoticesWire>> {
    return answer('The notification is marked as read', { unread: await this.centre.markRead(actor, id) });
  }
}
