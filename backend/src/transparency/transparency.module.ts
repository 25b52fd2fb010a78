import { Module } from '@nestjs/common';
import { LogKeys } from './log-keys.js';
import { TransparencyLog } from './transparency-log.js';

/** The log itself, for whoever tells members something. It knows nothing of what is told. */
@Module({ providers: [TransparencyLog, LogKeys], exports: [TransparencyLog, LogKeys] })
export class TransparencyModule {}
