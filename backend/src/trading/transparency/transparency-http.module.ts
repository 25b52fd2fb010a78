import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { LogController } from './http/log.controller.js';
import { LogReader } from './log-reader.js';
import { LogTree } from './log-tree.js';
import { TransparencyModule } from './transparency.module.js';

@Module({})
export class TransparencyHttpModule {
  /** `subjects` exports RevealPolicy: the log itself knows nothing of what it is about. */
  static over(subjects: Type): DynamicModule {
    return {
      module: TransparencyHttpModule,
      imports: [TransparencyModule, subjects],
      providers: [LogReader, LogTree],
      controllers: [LogController],
    };
  }
}
