import { Global, Logger, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from './app.config.js';
import { looseModeWarning } from './secret-file-mode.js';

/** Makes the settings injectable everywhere. A module of its own, because crypto and storage need them before the core is complete. */
@Global()
@Module({})
export class ConfigModule implements OnModuleInit {
  constructor(private readonly config: AppConfig) {}

  static forRoot(config: AppConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: AppConfig, useValue: config }], exports: [AppConfig] };
  }

  onModuleInit(): void {
    const { file } = this.config.keyring;
    const warning = file === undefined ? null : looseModeWarning(file);
    if (warning) new Logger('Config').warn(warning);
  }
}
