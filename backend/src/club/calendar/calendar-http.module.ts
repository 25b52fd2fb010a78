import { Module } from '@nestjs/common';
import { CalendarModule } from './calendar.module.js';
import { CalendarAdminController } from './http/calendar-admin.controller.js';
import { CalendarController } from './http/calendar.controller.js';
import { MyCalendarController } from './http/my-calendar.controller.js';

@Module({ imports: [CalendarModule], controllers: [CalendarController, MyCalendarController, CalendarAdminController] })
export class CalendarHttpModule {}
