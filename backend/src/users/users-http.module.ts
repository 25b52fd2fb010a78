import { Module } from '@nestjs/common';
import { UsersV1Controller } from './http/users.v1.controller.js';
import { UsersModule } from './users.module.js';

@Module({ imports: [UsersModule], controllers: [UsersV1Controller] })
export class UsersHttpModule {}
