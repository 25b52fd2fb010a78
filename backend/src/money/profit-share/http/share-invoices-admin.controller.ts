import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access, answer, CurrentActor, StepUp, type Actor } from '../../../platform/http/index.js';
import { ShareCyclesService, type ActingAdmin } from '../share-cycles.service.js';
import { ShareDryRunReader } from '../share-dry-run.reader.js';
import { ShareInvoicingService } from '../share-invoicing.service.js';
import { closeBody, orderBody } from './share-invoices-admin.dto.js';
import { presentDryRun } from './share-invoices.presenter.js';

/** Invoices of the club's share, in the console. */
@ApiTags('admin')
@Controller('admin/share-invoices')
export class ShareInvoicesAdminController {
  constructor(
    private readonly dryRun: ShareDryRunReader,
    private readonly invoicing: ShareInvoicingService,
    private readonly cycles: ShareCyclesService,
  ) {}

  @Get()
  @Access('fund.read')
  @ApiOperation({ summary: 'Dry run: the shares of closed periods that are not invoiced' })
  async shown() {
    return answer('What would be invoiced', presentDryRun(await this.dryRun.read()));
  }

  @Post()
  @HttpCode(202)
  @Access('fund.invoice')
  @StepUp('recent')
  @ApiOperation({ summary: 'Issues what the dry run shows, in the background' })
  async order(@CurrentActor() actor: Actor, @Body({ schema: orderBody }) body: z.output<typeof orderBody>) {
    await this.invoicing.order(body, adminOf(actor));
    return answer('The invoices are being issued', presentDryRun(await this.dryRun.read()));
  }

  @Post('close-cycle')
  @HttpCode(200)
  @Access('fund.invoice')
  @StepUp('recent')
  @ApiOperation({ summary: 'Ends the running period at the last 00:00 UTC, for all members and for good' })
  async close(@CurrentActor() actor: Actor, @Body({ schema: closeBody }) { closesAt }: z.output<typeof closeBody>) {
    await this.cycles.close(closesAt, adminOf(actor));
    return answer('The period is closed', presentDryRun(await this.dryRun.read()));
  }
}

const adminOf = ({ userId, role }: Actor): ActingAdmin => ({ adminId: userId, role });
