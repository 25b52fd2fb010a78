import { Module } from '@nestjs/common';
import { ConsentLog } from './consent-log.js';

@Module({ providers: [ConsentLog], exports: [ConsentLog] })
export class ConsentsModule {}
