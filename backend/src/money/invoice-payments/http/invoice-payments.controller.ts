import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access, answer, CurrentActor, idParam, type Actor } from '../../../platform/http/index.js';
import { DemoWalletService } from '../demo-wallet.service.js';
import { InvoicePaymentReader } from '../invoice-payment.reader.js';
import { QuotesService } from '../quotes.service.js';
import { TransactionCheckService } from '../transaction-check.service.js';
import { quoteBody, transactionBody } from './invoice-payments.dto.js';
import { presentPaymentOf } from './invoice-payments.presenter.js';

const invoiceId = idParam('invoice');

/** How a member pays an invoice on chain. */
@ApiTags('invoices')
@Controller('me/invoices/:id')
export class InvoicePaymentsController {
  constructor(
    private readonly reader: InvoicePaymentReader,
    private readonly quotes: QuotesService,
    private readonly checks: TransactionCheckService,
    private readonly demo: DemoWalletService,
  ) {}

  @Get('payment')
  @Access('member')
  @ApiOperation({ summary: 'How the payment of one of my invoices stands' })
  async payment(@CurrentActor() { userId }: Actor, @Param('id', { schema: invoiceId }) id: string) {
    return this.answer('The payment of your invoice', userId, id);
  }

  @Post('quotes')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Locks a price for one of my invoices' })
  async quote(
    @CurrentActor() { userId, role }: Actor,
    @Param('id', { schema: invoiceId }) id: string,
    @Body({ schema: quoteBody }) { chain }: z.output<typeof quoteBody>,
  ) {
    await this.quotes.open({ userId, actorId: userId, actorRole: role }, id, chain);
    return this.answer('The price is locked for 20 minutes', userId, id);
  }

  @Post('transactions')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Looks up a transaction that I have sent for one of my invoices' })
  async transaction(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: invoiceId }) id: string,
    @Body({ schema: transactionBody }) { txid }: z.output<typeof transactionBody>,
  ) {
    const result = await this.checks.check(userId, id, txid);
    return answer('What we know of this transaction', { result, payment: presentPaymentOf(await this.reader.of(userId, id)) });
  }

  @Post('demo-payment')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Demo only: pays the newest quote from the wallet of the sandbox' })
  async payFromDemo(@CurrentActor() { userId }: Actor, @Param('id', { schema: invoiceId }) id: string) {
    await this.demo.pay(await this.reader.of(userId, id));
    return this.answer('The demo wallet has sent the payment', userId, id);
  }

  private async answer(message: string, userId: string, id: string) {
    return answer(message, presentPaymentOf(await this.reader.of(userId, id)));
  }
}
