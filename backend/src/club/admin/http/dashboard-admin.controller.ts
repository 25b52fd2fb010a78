import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer } from '../../../platform/http/index.js';
import { SyncHealthReader, type SyncHealth } from '../../../trading/sync/index.js';
import type { DashboardCounterWire, MailQueueWire, SyncHealthWire } from '../../../platform/wire/index.js';
import { DashboardService, trendDays, type DashboardCounter, type MailQueue } from '../dashboard.service.js';

const DAYS = `days must be ${trendDays.join(', ').replace(/, (?=\d+$)/, ' or ')}`;
const trendQuery = z.object({ days: z.enum(trendDays.map(String) as ['30', '90', '365'], DAYS).default('30') });

/** The console's start page. Each part has its own route, so that a failure affects no other part. */
@ApiTags('admin')
@Controller('admin/dashboard')
export class DashboardAdminController {
  constructor(
    private readonly dashboard: DashboardService,
    private readonly syncHealth: SyncHealthReader,
  ) {}

  @Get('counters')
  @Access('dashboard.read')
  @ApiOperation({ summary: 'The six counters, each with the list that it opens' })
  async counters() {
    return answer('Dashboard counters', (await this.dashboard.countersWithLists()).map(presentCounter));
  }

  @Get('trends')
  @Access('dashboard.read')
  @ApiOperation({ summary: 'Sign-ups, payments and signals day by day (UTC)' })
  async overTime(@Query({ schema: trendQuery }) { days }: z.output<typeof trendQuery>) {
    return answer('The club over time', await this.dashboard.trends(trendDays.find((choice) => String(choice) === days) ?? 30));
  }

  @Get('sync')
  @Access('sync.read')
  @ApiOperation({ summary: 'Whether accounts are read: keys, runs, and who has waited longest' })
  async sync() {
    return answer('Sync health', presentSync(await this.syncHealth.read()));
  }

  @Get('mail')
  @Access('system.read')
  @ApiOperation({ summary: 'Emails that are not sent yet' })
  async mail() {
    return answer('Email queue', presentMail(await this.dashboard.mailQueue()));
  }
}

const moment = (date: Date | null) => date?.toISOString() ?? null;

function presentCounter({ list, ...same }: DashboardCounter): DashboardCounterWire {
  return { ...same, resource: list };
}

function presentSync({ oldest, runs, ...same }: SyncHealth): SyncHealthWire {
  return {
    ...same,
    oldest: oldest.map(({ lastSyncedAt, ...member }) => ({ ...member, lastSyncedAt: moment(lastSyncedAt) })),
    runs: { ...runs, lastDoneAt: moment(runs.lastDoneAt), lastFailedAt: moment(runs.lastFailedAt) },
  };
}

function presentMail({ oldestAt, ...same }: MailQueue): MailQueueWire {
  return { ...same, oldestAt: moment(oldestAt) };
}
