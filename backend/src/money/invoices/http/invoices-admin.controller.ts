import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { NotFound } from '../../../platform/domain/index.js';
import { Access, csvAnswer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { InvoiceFilesService } from '../invoice-files.service.js';
import { InvoiceReaderRepository } from '../invoice-reader.repository.js';
import { pdfAnswer } from './invoices.controller.js';
import { invoiceListRules } from './invoices.dto.js';
import { presentInvoice, presentInvoiceDetail } from './invoices.presenter.js';

const RESOURCE = 'invoices';
const invoiceId = idParam('invoice');

/** Invoices in the console. */
@ApiTags('admin')
@Controller('admin')
export class InvoicesAdminController {
  constructor(
    private readonly invoices: InvoiceReaderRepository,
    private readonly files: InvoiceFilesService,
  ) {}

  @Get('invoices.csv')
  @Access('invoices.export')
  @StepUp('recent')
  @ApiOperation({ summary: 'Every invoice of the filter as a file' })
  @ApiProduces('text/csv')
  async csv(@CurrentActor() actor: Actor, @Query() { filter }: Record<string, string | undefined>) {
    const parsed = parseListQuery(filter === undefined ? {} : { filter }, invoiceListRules);
    return csvAnswer(await this.files.csv(actor, parsed.filter));
  }

  @Get('invoices')
  @Access('invoices.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, invoiceListRules);
    const { rows, total } = await this.invoices.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentInvoice), total }, parsed.offset);
  }

  @Get('invoices/:id')
  @Access('invoices.read')
  async one(@Param('id', { schema: invoiceId }) id: string) {
    const invoice = await this.invoices.findDetail(id);
    if (!invoice) throw new NotFound('invoice');
    return presentInvoiceDetail(invoice);
  }

  @Get('invoices/:id/pdf')
  @Access('invoices.read')
  @ApiProduces('application/pdf')
  async pdf(@CurrentActor() actor: Actor, @Param('id', { schema: invoiceId }) id: string) {
    return pdfAnswer(await this.files.pdf(actor, id));
  }

  @Get('invoices/:id/credit-note/pdf')
  @Access('invoices.read')
  @ApiProduces('application/pdf')
  async creditNotePdf(@CurrentActor() actor: Actor, @Param('id', { schema: invoiceId }) id: string) {
    return pdfAnswer(await this.files.creditNotePdf(actor, id));
  }
}
