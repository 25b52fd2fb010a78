import { Module } from '@nestjs/common';
import { BroadcastsModule } from './broadcasts.module.js';
import { BroadcastsAdminController } from './http/broadcasts-admin.controller.js';
import { BroadcastsV1Controller } from './http/broadcasts.v1.controller.js';

@Module({ imports: [BroadcastsModule], controllers: [BroadcastsV1Controller, BroadcastsAdminController] })
export class BroadcastsHttpModule {}
