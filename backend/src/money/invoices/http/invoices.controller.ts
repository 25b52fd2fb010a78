import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { NotFound } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, idParam, pageQuery, withTotal, type Actor, type Page } from '../../../platform/http/index.js';
import { InvoiceFilesService } from '../invoice-files.service.js';
import { InvoiceReaderRepository } from '../invoice-reader.repository.js';
import { presentOwnDetail, presentOwnInvoice } from './invoices.presenter.js';

const invoiceId = idParam('invoice');

/** A member's invoices. */
@ApiTags('invoices')
@Controller('me/invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoiceReaderRepository,
    private readonly files: InvoiceFilesService,
  ) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'My invoices, newest first' })
  async list(@CurrentActor() { userId }: Actor, @Query({ schema: pageQuery }) page: Page) {
    const { rows, total } = await this.invoices.findPageOf(userId, page);
    return withTotal(answer('Your invoices', rows.map(presentOwnInvoice)), total);
  }

  @Get(':id')
  @Access('member')
  @ApiOperation({ summary: 'One of my invoices, with its lines and how they were calculated' })
  async one(@CurrentActor() { userId }: Actor, @Param('id', { schema: invoiceId }) id: string) {
    const invoice = await this.invoices.findDetail(id, userId);
    if (!invoice) throw new NotFound('invoice');
    return answer('Your invoice', presentOwnDetail(invoice));
  }

  @Get(':id/pdf')
  @Access('member')
  @ApiOperation({ summary: 'One of my invoices as PDF, in the language it was issued in' })
  @ApiProduces('application/pdf')
  async pdf(@CurrentActor() actor: Actor, @Param('id', { schema: invoiceId }) id: string) {
    return pdfAnswer(await this.files.pdf(actor, id));
  }

  @Get(':id/credit-note/pdf')
  @Access('member')
  @ApiOperation({ summary: 'The credit note that voided one of my invoices as PDF, in the language of the invoice' })
  @ApiProduces('application/pdf')
  async creditNotePdf(@CurrentActor() actor: Actor, @Param('id', { schema: invoiceId }) id: string) {
    return pdfAnswer(await this.files.creditNotePdf(actor, id));
  }
}

export const pdfAnswer = ({ name, bytes }: { name: string; bytes: Buffer }) =>
  new StreamableFile(bytes, { type: 'application/pdf', disposition: `attachment; filename="${name}"` });
