import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { CommentListRepository } from './comment-list.repository.js';
import { CommentMentionRepository } from './comment-mention.repository.js';
import { CommentMentions } from './comment-mentions.service.js';
import { CommentModerationRepository } from './comment-moderation.repository.js';
import { CommentModerationService } from './comment-moderation.service.js';
import { CommentNotices } from './comment-notices.service.js';
import { CommentRepository } from './comment.repository.js';
import { CommentsService } from './comments.service.js';
import { CommunityProfileRepository } from './community-profile.repository.js';
import { CommunityService } from './community.service.js';

const EXPORTED = [CommentsService, CommunityService, CommentModerationService, CommentModerationRepository];

@Module({
  imports: [AuditModule, MailModule],
  providers: [
    ...EXPORTED,
    CommentListRepository,
    CommentMentionRepository,
    CommentMentions,
    CommentNotices,
    CommentRepository,
    CommunityProfileRepository,
  ],
  exports: EXPORTED,
})
export class CommentsModule {}
