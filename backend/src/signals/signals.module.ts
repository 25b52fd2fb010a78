import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { SignalReader } from './signal-reader.js';
import { SignalsService } from './signals.service.js';

@Module({ imports: [AuditModule], providers: [SignalReader, SignalsService], exports: [SignalReader, SignalsService] })
export class SignalsModule {}
