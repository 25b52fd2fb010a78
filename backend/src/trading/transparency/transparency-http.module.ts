import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { LogController } from './http/log.controller.js';
import { LogReader } from './log.reader.js';
import { LogTreeService } from './log-tree.service.js';
import { TransparencyModule } from './transparency.module.js';

@Module({})
export class TransparencyHttpModule {
  /** `subjects` exports RevealPolicy: the log is independent of what is logged. */
  static over(subjects: Type): DynamicModule {
    return {
      module: TransparencyHttpModule,
      imports: [TransparencyModule, subjects],
      providers: [LogReader, LogTreeService],
      controllers: [LogController],
    };
  }
}
