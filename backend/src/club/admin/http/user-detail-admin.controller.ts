import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import {
  Access,
  answer,
  csvAnswer,
  CurrentActor,
  idParam,
  listAnswer,
  parseListQuery,
  parseWith,
  StepUp,
  type Actor,
} from '../../../platform/http/index.js';
import { UserExportService } from '../user-export.service.js';
import { UserMailRepository } from '../user-mail.repository.js';
import { UserSessionService } from '../user-session.service.js';
import { fileQuery, userFilterOf, userRules, userSortOf } from './user-lists.dto.js';
import { mailRules, ofUser, sessionRules } from './user-detail.dto.js';
import { presentMail, presentSession } from './user-detail.presenter.js';

type QueryParams = Record<string, string | undefined>;

/** A user's sessions and emails, and the list of users as a file. */
@ApiTags('admin')
@Controller('admin')
export class UserDetailAdminController {
  constructor(
    private readonly sessions: UserSessionService,
    private readonly mails: UserMailRepository,
    private readonly files: UserExportService,
  ) {}

  @Get('users.csv')
  @Access('users.export')
  @StepUp('recent')
  @ApiOperation({ summary: 'Every user of the filter as a file' })
  @ApiProduces('text/csv')
  async csv(@CurrentActor() actor: Actor, @Query() query: QueryParams) {
    const { sort, order, filter } = parseListQuery(parseWith(fileQuery, query), userRules);
    return csvAnswer(await this.files.csv(actor.userId, { sort: userSortOf[sort], order, filter: userFilterOf(filter) }));
  }

  @Get('sessions')
  @Access('users.read')
  async listSessions(@CurrentActor() actor: Actor, @Query() query: QueryParams) {
    const { filter, order, ...page } = parseListQuery(query, sessionRules);
    const { rows, total } = await this.sessions.list(ofUser(filter), page, order);
    return listAnswer('sessions', { rows: rows.map((session) => presentSession(session, actor.sessionId)), total }, page.offset);
  }

  @Post('sessions/:id/end')
  @HttpCode(200)
  @Access('users.block')
  @StepUp('recent')
  async end(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('session') }) id: string) {
    return answer('The session has ended', presentSession(await this.sessions.end(actor, id), actor.sessionId));
  }

  @Post('users/:id/end-sessions')
  @HttpCode(200)
  @Access('users.block')
  @StepUp('recent')
  async endAll(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('user') }) id: string) {
    await this.sessions.endAll(actor, id);
    return answer('Every session has ended', { id });
  }

  @Get('mails')
  @Access('users.read')
  async listMails(@Query() query: QueryParams) {
    const { filter, order, ...page } = parseListQuery(query, mailRules);
    const { rows, total } = await this.mails.list(ofUser(filter), page, order);
    return listAnswer('mails', { rows: rows.map(presentMail), total }, page.offset);
  }
}
