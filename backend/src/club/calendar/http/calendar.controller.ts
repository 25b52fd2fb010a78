import { Controller, Get, Header, Param, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer } from '../../../platform/http/index.js';
import type { Answer, CalendarEventWire, CalendarPageWire } from '../../../platform/wire/index.js';
import { CalendarReader } from '../calendar-reader.service.js';
import { publicCalendarQuery, type PublicCalendarQuery } from './calendar.dto.js';
import { CalendarLimitGuard } from './calendar-limit.guard.js';
import { presentItem, presentPage } from './calendar.presenter.js';

const BRIEFLY = 'public, max-age=30';

/** Public events of the club, for everybody. */
@ApiTags('calendar')
@Controller('calendar/events')
@Access('public')
@UseGuards(CalendarLimitGuard)
export class CalendarController {
  constructor(private readonly reader: CalendarReader) {}

  @Get()
  @Header('cache-control', BRIEFLY)
  @ApiOperation({ summary: 'Public events: title, summary and times' })
  async list(@Query({ schema: publicCalendarQuery }) query: PublicCalendarQuery): Promise<Answer<CalendarPageWire>> {
    return answer('Events', presentPage(await this.reader.page(null, query)));
  }

  @Get(':slug')
  @Header('cache-control', BRIEFLY)
  async one(@Param('slug') slug: string): Promise<Answer<CalendarEventWire>> {
    return answer('An event', presentItem(await this.reader.read(null, slug)));
  }
}
