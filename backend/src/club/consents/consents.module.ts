import { Module } from '@nestjs/common';
import { ConsentLogRepository } from './consent-log.repository.js';

@Module({ providers: [ConsentLogRepository], exports: [ConsentLogRepository] })
export class ConsentsModule {}
