import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { InvoicesModule } from '../invoices/index.js';
import { BookingService } from './booking.service.js';
import { DemoWalletService } from './demo-wallet.service.js';
import { ChainTransfersAdminController } from './http/chain-transfers-admin.controller.js';
import { InvoicePaymentsController } from './http/invoice-payments.controller.js';
import { InvoiceVoidingController } from './http/invoice-voiding.controller.js';
import { InvoicePaymentsModule } from './invoice-payments.module.js';
import { InvoicePaymentReader } from './invoice-payment.reader.js';
import { PaymentExceptionsService } from './payment-exceptions.service.js';
import { TransactionCheckService } from './transaction-check.service.js';
import { TransferResolutionService } from './transfer-resolution.service.js';

@Module({})
export class InvoicePaymentsHttpModule {
  /** `consequences` exports PaidInvoiceListener: money knows nothing of what it buys. */
  static over(consequences: Type): DynamicModule {
    return {
      module: InvoicePaymentsHttpModule,
      imports: [InvoicePaymentsModule, InvoicesModule, AuditModule, MailModule, consequences],
      controllers: [InvoicePaymentsController, ChainTransfersAdminController, InvoiceVoidingController],
      providers: [
        InvoicePaymentReader,
        DemoWalletService,
        BookingService,
        PaymentExceptionsService,
        TransactionCheckService,
        TransferResolutionService,
      ],
    };
  }
}
