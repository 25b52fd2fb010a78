import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { FilesModule } from '../files/index.js';
import { DemoMembers } from './demo-members.js';
import { FirstAdmin } from './first-admin.js';
import { ProfileImages } from './profile-images.service.js';
import { ProfileRecords } from './profile-records.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AuditModule, FilesModule],
  providers: [UsersService, ProfileRecords, ProfileImages, FirstAdmin, DemoMembers],
  exports: [UsersService, ProfileRecords, ProfileImages, FirstAdmin, DemoMembers],
})
export class UsersModule {}
