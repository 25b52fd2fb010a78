import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { ProfileImageV1Controller } from './http/profile-image.v1.controller.js';
import { UsersV1Controller } from './http/users.v1.controller.js';
import { UsersModule } from './users.module.js';

@Module({ imports: [UsersModule, FilesModule], controllers: [UsersV1Controller, ProfileImageV1Controller] })
export class UsersHttpModule {}
