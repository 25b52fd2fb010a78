import { Module } from '@nestjs/common';
import { MailJobsModule } from '../mail/index.js';
import { BroadcastLedger } from './broadcast-ledger.js';
import { BroadcastPump } from './broadcast-pump.js';

/** The worker's side: it sends. */
@Module({ imports: [MailJobsModule], providers: [BroadcastLedger, BroadcastPump] })
export class BroadcastsJobsModule {}
