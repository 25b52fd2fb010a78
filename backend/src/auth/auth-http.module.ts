import { Module } from '@nestjs/common';
import { AuthModule } from './auth.module.js';
import { AuthController } from './http/auth.controller.js';
import { AuthV1Controller } from './http/auth.v1.controller.js';

@Module({ imports: [AuthModule], controllers: [AuthV1Controller, AuthController] })
export class AuthHttpModule {}
