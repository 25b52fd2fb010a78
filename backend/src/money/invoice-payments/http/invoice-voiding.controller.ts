import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { NotFound } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, idParam, StepUp, type Actor } from '../../../platform/http/index.js';
import { InvoiceReaderRepository, presentInvoiceDetail } from '../../invoices/index.js';
import { InvoiceVoidingService } from '../invoice-voiding.service.js';

const invoiceId = idParam('invoice');
const voidBody = z.strictObject({
  reason: z.string('Say why').trim().min(5, 'A reason needs at least 5 characters').max(500, 'A reason can have up to 500 characters'),
});

/** Voids invoices in the console. It stands here because a payment on its way prevents it. */
@ApiTags('admin')
@Controller('admin/invoices/:id')
export class InvoiceVoidingController {
  constructor(
    private readonly voiding: InvoiceVoidingService,
    private readonly invoices: InvoiceReaderRepository,
  ) {}

  @Post('void')
  @HttpCode(200)
  @Access('invoices.void')
  @StepUp('recent')
  @ApiOperation({ summary: 'Voids an open invoice by a credit note' })
  async void(
    @CurrentActor() { userId, role }: Actor,
    @Param('id', { schema: invoiceId }) id: string,
    @Body({ schema: voidBody }) { reason }: z.output<typeof voidBody>,
  ) {
    await this.voiding.void(id, reason, { actorId: userId, actorRole: role });
    const invoice = await this.invoices.findDetail(id);
    if (!invoice) throw new NotFound('invoice');
    return answer('The invoice is void', presentInvoiceDetail(invoice));
  }
}
