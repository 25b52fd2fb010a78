import { Module } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { Heartbeat } from './heartbeat.js';

/** Of a worker, its signs of life. */
@Module({ providers: [{ provide: Heartbeat, inject: [MikroORM], useFactory: (orm: MikroORM) => new Heartbeat(orm, 'worker') }] })
export class OperationsJobsModule {}
