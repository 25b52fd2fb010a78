import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { LogVerifier } from './log-verifier.js';
import { TransparencyModule } from './transparency.module.js';

@Module({})
export class TransparencyCheckModule {
  /** `subjects` exports LogSubjects. */
  static over(subjects: Type): DynamicModule {
    return { module: TransparencyCheckModule, imports: [TransparencyModule, subjects], providers: [LogVerifier], exports: [LogVerifier] };
  }
}
