import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { SignalReader } from './signal-reader.js';
import { SignalReceiptReader } from './signal-receipt-reader.js';
import { SignalReceipts } from './signal-receipts.js';
import { SignalsService } from './signals.service.js';

@Module({ imports: [AuditModule], providers: [SignalReader, SignalReceiptReader, SignalReceipts, SignalsService], exports: [SignalReader, SignalReceiptReader, SignalsService] })
export class SignalsModule {}
