import 'reflect-metadata';
import { MikroORM, RequestContext } from '@mikro-orm/core';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { settings } from '../../boot.js';
import { createLogger, NestPinoLogger } from '../../platform/observability/logger.js';
import type { AppConfig } from '../../platform/config/index.js';
import { CoreModule } from '../../core.module.js';
import type { CommandContext, Options, Outcome } from './command.js';

@Module({})
class CliModule {
  static forRoot(config: AppConfig, modules: (Type | DynamicModule)[]): DynamicModule {
    return { module: CliModule, imports: [CoreModule.forRoot(config, { http: false }), ...modules] };
  }
}

/**
 * Runs `work` over the modules it names, with the settings of the product; `owner`: as the owner of the tables. What is logged goes to the
 * error output: the other one is for the answer.
 */
export async function withProduct(
  { environment, owner }: { environment: NodeJS.ProcessEnv; owner: boolean },
  modules: (Type | DynamicModule)[],
  work: (get: CommandContext<Options>['get']) => Promise<Outcome>,
): Promise<Outcome> {
  const config = await settings(environment, { owner });
  const logger = new NestPinoLogger(createLogger('cli', config.logLevel === 'info' ? 'warn' : config.logLevel, process.stderr));
  const app = await NestFactory.createApplicationContext(CliModule.forRoot(config, modules), { logger, abortOnError: false });
  try {
    const get = <T>(type: abstract new (...args: never[]) => T): T => app.get(type as Type<T>, { strict: false });
    return await RequestContext.create(app.get(MikroORM, { strict: false }).em, () => work(get));
  } finally {
    await app.close();
  }
}
