import { Module } from '@nestjs/common';
import { CommentsModule } from './comments.module.js';
import { CommentsAdminController } from './http/comments-admin.controller.js';
import { CommentsController } from './http/comments.controller.js';
import { CommunityController } from './http/community.controller.js';

@Module({ imports: [CommentsModule], controllers: [CommunityController, CommentsController, CommentsAdminController] })
export class CommentsHttpModule {}
