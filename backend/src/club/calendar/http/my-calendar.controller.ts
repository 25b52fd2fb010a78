import { Controller, Delete, Get, Param, Put, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { AppConfig } from '../../../platform/config/index.js';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import type { Answer, MyCalendarEventWire, MyCalendarPageWire } from '../../../platform/wire/index.js';
import { CalendarReader } from '../calendar-reader.service.js';
import { CalendarSignups } from '../calendar-signups.service.js';
import { icalendar } from '../icalendar.messages.js';
import { myCalendarQuery, type MyCalendarQuery } from './calendar.dto.js';
import { calendarFile, presentMyEvent, presentMyPage } from './calendar.presenter.js';

const FILE = 'text/calendar';

/** Events as members get them, and their sign-ups. */
@ApiTags('me')
@Controller('me')
@Access('session')
export class MyCalendarController {
  constructor(
    private readonly reader: CalendarReader,
    private readonly signups: CalendarSignups,
    private readonly config: AppConfig,
  ) {}

  @Get('calendar/events')
  @ApiOperation({ summary: 'Events that I may see, or only those that I signed up for' })
  async list(
    @CurrentActor() actor: Actor,
    @Query({ schema: myCalendarQuery }) query: MyCalendarQuery,
  ): Promise<Answer<MyCalendarPageWire>> {
    return answer('Events', presentMyPage(await this.reader.page(actor, query)));
  }

  @Get('calendar/events/:slug')
  async one(@CurrentActor() actor: Actor, @Param('slug') slug: string): Promise<Answer<MyCalendarEventWire>> {
    return answer('An event', presentMyEvent(await this.reader.read(actor, slug)));
  }

  @Put('calendar/events/:slug/signup')
  @ApiOperation({ summary: 'Signs me up; does nothing where I am' })
  async signUp(@CurrentActor() actor: Actor, @Param('slug') slug: string): Promise<Answer<MyCalendarEventWire>> {
    await this.signups.signUp(actor, slug);
    return answer('You are signed up', presentMyEvent(await this.reader.read(actor, slug)));
  }

  @Delete('calendar/events/:slug/signup')
  @ApiOperation({ summary: 'Withdraws me; does nothing where I am not signed up' })
  async withdraw(@CurrentActor() actor: Actor, @Param('slug') slug: string): Promise<Answer<MyCalendarEventWire>> {
    await this.signups.withdraw(actor, slug);
    return answer('You are no longer signed up', presentMyEvent(await this.reader.read(actor, slug)));
  }

  @Get('calendar/events/:slug/event.ics')
  @ApiProduces(FILE)
  @ApiOperation({ summary: 'The event as an iCalendar file, with the link to join once I signed up' })
  async file(@CurrentActor() actor: Actor, @Param('slug') slug: string): Promise<StreamableFile> {
    const event = await this.reader.read(actor, slug);
    return calendarFile(event.slug, icalendar(event.title, [event], this.config.publicUrl));
  }

  @Get('calendar.ics')
  @ApiProduces(FILE)
  @ApiOperation({ summary: 'The events that I signed up for, as an iCalendar file' })
  async files(@CurrentActor() actor: Actor): Promise<StreamableFile> {
    return calendarFile('tidemark-events', icalendar('Tidemark', await this.reader.signedUp(actor), this.config.publicUrl));
  }
}
