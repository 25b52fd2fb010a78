import { Module } from '@nestjs/common';
import { FeeProjectionController } from './http/fee-projection.controller.js';

@Module({ controllers: [FeeProjectionController] })
export class FeeProjectionHttpModule {}
