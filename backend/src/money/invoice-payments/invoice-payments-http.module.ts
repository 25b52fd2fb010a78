import { Module } from '@nestjs/common';
import { InvoicesModule } from '../invoices/index.js';
import { DemoWalletService } from './demo-wallet.service.js';
import { ChainTransfersAdminController } from './http/chain-transfers-admin.controller.js';
import { InvoicePaymentsController } from './http/invoice-payments.controller.js';
import { InvoicePaymentsModule } from './invoice-payments.module.js';
import { InvoicePaymentReader } from './invoice-payment.reader.js';

@Module({
  imports: [InvoicePaymentsModule, InvoicesModule],
  controllers: [InvoicePaymentsController, ChainTransfersAdminController],
  providers: [InvoicePaymentReader, DemoWalletService],
})
export class InvoicePaymentsHttpModule {}
