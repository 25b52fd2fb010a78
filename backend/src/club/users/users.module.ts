import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { FilesModule } from '../files/index.js';
import { DemoMembersService } from './demo-members.service.js';
import { FirstAdminService } from './first-admin.service.js';
import { ProfileImagesService } from './profile-images.service.js';
import { ProfileRepository } from './profile.repository.js';
import { SeededAccountWriter } from './seeded-account.writer.js';
import { UserRepository } from './user.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AuditModule, FilesModule],
  providers: [
    UsersService,
    UserRepository,
    ProfileRepository,
    ProfileImagesService,
    FirstAdminService,
    DemoMembersService,
    SeededAccountWriter,
  ],
  exports: [UsersService, ProfileRepository, ProfileImagesService, FirstAdminService, DemoMembersService],
})
export class UsersModule {}
