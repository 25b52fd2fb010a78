import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { CalendarEventRepository } from '../calendar-event.repository.js';
import { CalendarSignupRepository } from '../calendar-signup.repository.js';
import { CalendarService } from '../calendar.service.js';
import {
  calendarListRules,
  editEventBody,
  eventRevisionBody,
  newEventBody,
  recordingBody,
  signupListRules,
  type EditEventBody,
  type EventRevisionBody,
  type NewEventBody,
  type RecordingBody,
} from './calendar-admin.dto.js';
import { presentRecord, presentSignup } from './calendar-admin.presenter.js';

const RESOURCE = 'calendar';
const eventId = idParam('event');

/** The console's endpoints of events. Whatever changes what people can read or are told takes a recent confirmation. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class CalendarAdminController {
  constructor(
    private readonly calendar: CalendarService,
    private readonly events: CalendarEventRepository,
    private readonly signups: CalendarSignupRepository,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @Access('calendar.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, calendarListRules);
    const { rows, total } = await this.events.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentRecord), total }, parsed.offset);
  }

  @Get(':id')
  @Access('calendar.read')
  async one(@Param('id', { schema: eventId }) id: string) {
    return presentRecord(await this.events.getById(id));
  }

  @Get(':id/effects')
  @Access('calendar.publish')
  @ApiOperation({ summary: 'Members whom publishing, moving or cancelling the event would reach now' })
  async effects(@Param('id', { schema: eventId }) id: string) {
    return answer('Recipients', await this.calendar.effects(id));
  }

  @Get(':id/signups')
  @Access('calendar.signups')
  @ApiOperation({ summary: 'Members who signed up' })
  async whom(@Param('id', { schema: eventId }) id: string, @Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, signupListRules);
    await this.events.getById(id);
    const { rows, total } = await this.signups.findPage(id, parsed);
    return listAnswer('signups', { rows: rows.map(presentSignup), total }, parsed.offset);
  }

  @Post()
  @Access('calendar.publish')
  async create(@CurrentActor() actor: Actor, @IdempotencyKey() key: string | null, @Body({ schema: newEventBody }) body: NewEventBody) {
    const { id } = await this.idempotency.once(
      { userId: actor.userId, route: 'admin.calendar.create', key, request: body },
      async (tx) => ({
        id: await this.calendar.create(tx, actor, body),
      }),
    );
    return this.one(id);
  }

  @Put(':id')
  @Access('calendar.publish')
  @ApiOperation({ summary: 'Replaces the content of a draft' })
  async edit(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: eventId }) id: string,
    @Body({ schema: editEventBody }) { revision, ...content }: EditEventBody,
  ) {
    await this.calendar.edit(actor, id, revision, content);
    return this.one(id);
  }

  @Post(':id/correct')
  @Access('calendar.publish')
  @StepUp('recent')
  @HttpCode(200)
  @ApiOperation({ summary: 'Replaces the content of a published event. Other times move it and are told to those who signed up' })
  async correct(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: eventId }) id: string,
    @Body({ schema: editEventBody }) { revision, ...content }: EditEventBody,
  ) {
    await this.calendar.correct(actor, id, revision, content);
    return answer('Saved', await this.one(id));
  }

  @Post(':id/publish')
  @Access('calendar.publish')
  @StepUp('recent')
  @HttpCode(200)
  async publish(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: eventId }) id: string,
    @Body({ schema: eventRevisionBody }) { revision }: EventRevisionBody,
  ) {
    await this.calendar.publish(actor, id, revision);
    return answer('Published', await this.one(id));
  }

  @Post(':id/cancel')
  @Access('calendar.publish')
  @StepUp('recent')
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancels a published event and tells those who signed up' })
  async cancel(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: eventId }) id: string,
    @Body({ schema: eventRevisionBody }) { revision }: EventRevisionBody,
  ) {
    await this.calendar.cancel(actor, id, revision);
    return answer('Cancelled', await this.one(id));
  }

  @Put(':id/recording')
  @Access('calendar.publish')
  @StepUp('recent')
  @ApiOperation({ summary: 'Sets the recording of an event that is over; null removes it' })
  async record(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: eventId }) id: string,
    @Body({ schema: recordingBody }) { revision, recordingUrl }: RecordingBody,
  ) {
    await this.calendar.setRecording(actor, id, revision, recordingUrl);
    return answer('Saved', await this.one(id));
  }
}
