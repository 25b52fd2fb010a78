import { Module } from '@nestjs/common';
import { LogKeys } from './log-keys.js';
import { LogReceipts } from './log-receipts.js';
import { TransparencyLog } from './transparency-log.js';

/** The log itself, for whoever tells members something. It knows nothing of what is told. */
@Module({ providers: [TransparencyLog, LogKeys, LogReceipts], exports: [TransparencyLog, LogKeys, LogReceipts] })
export class TransparencyModule {}
