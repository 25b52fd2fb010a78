import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { LogVerifierService } from './log-verifier.service.js';
import { TransparencyModule } from './transparency.module.js';

@Module({})
export class TransparencyCheckModule {
  /** `subjects` exports LogSubjects. */
  static over(subjects: Type): DynamicModule {
    return {
      module: TransparencyCheckModule,
      imports: [TransparencyModule, subjects],
      providers: [LogVerifierService],
      exports: [LogVerifierService],
    };
  }
}
