import { Module } from '@nestjs/common';
import { DraftReplies } from '../../../messaging/channels/index.js';
import { SignalsModule } from '../signals.module.js';
import { DraftPublisherLoop } from './draft-publisher.loop.js';
import { DraftPublisher } from './draft-publisher.service.js';
import { SignalDraftReplies } from './draft-replies.service.js';
import { SignalDraftsModule } from './signal-drafts.module.js';

/** The worker's side of drafts. Exports what the bot asks about replies and buttons. */
@Module({
  imports: [SignalDraftsModule, SignalsModule],
  providers: [DraftPublisher, DraftPublisherLoop, { provide: DraftReplies, useClass: SignalDraftReplies }],
  exports: [DraftReplies],
})
export class SignalDraftsJobsModule {}
