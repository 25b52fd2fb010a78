import { Module } from '@nestjs/common';
import { AdminModule } from './admin.module.js';
import { ConsoleSearchAdminController } from './http/console-search-admin.controller.js';
import { DashboardAdminController } from './http/dashboard-admin.controller.js';
import { DashboardV1Controller } from './http/dashboard.v1.controller.js';
import { RejectedUsersAdminController } from './http/rejected-users-admin.controller.js';
import { TimelineAdminController } from './http/timeline-admin.controller.js';
import { UserListsV1Controller } from './http/user-lists.v1.controller.js';
import { UserDetailAdminController } from './http/user-detail-admin.controller.js';
import { UsersAdminController } from './http/users-admin.controller.js';

@Module({
  imports: [AdminModule],
  controllers: [
    ConsoleSearchAdminController,
    DashboardV1Controller,
    DashboardAdminController,
    UserListsV1Controller,
    UsersAdminController,
    UserDetailAdminController,
    RejectedUsersAdminController,
    TimelineAdminController,
  ],
})
export class AdminHttpModule {}
