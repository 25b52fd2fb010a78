import { Module } from '@nestjs/common';
import { AdminModule } from './admin.module.js';
import { DashboardAdminController } from './http/dashboard-admin.controller.js';
import { DashboardV1Controller } from './http/dashboard.v1.controller.js';
import { RejectedUsersAdminController } from './http/rejected-users-admin.controller.js';
import { UserListsV1Controller } from './http/user-lists.v1.controller.js';
import { UserDetailAdminController } from './http/user-detail-admin.controller.js';
import { UsersAdminController } from './http/users-admin.controller.js';

@Module({
  imports: [AdminModule],
  controllers: [
    DashboardV1Controller,
    DashboardAdminController,
    UserListsV1Controller,
    UsersAdminController,
    UserDetailAdminController,
    RejectedUsersAdminController,
  ],
})
export class AdminHttpModule {}
