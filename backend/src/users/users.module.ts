import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { DemoMembers } from './demo-members.js';
import { FirstAdmin } from './first-admin.js';
import { UsersService } from './users.service.js';

@Module({ imports: [AuditModule], providers: [UsersService, FirstAdmin, DemoMembers], exports: [UsersService, FirstAdmin, DemoMembers] })
export class UsersModule {}
