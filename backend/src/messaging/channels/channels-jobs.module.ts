import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../mail/index.js';
import { NoticeFanOutRepository } from './account-notices/notice-fan-out.repository.js';
import { NoticeFanOut } from './account-notices/notice-fan-out.service.js';
import { AddressHealthRepository } from './address-health.repository.js';
import { AddressHealthService } from './address-health.service.js';
import { ChannelBlockRepository } from './channel-block.repository.js';
import { CHANNEL_SENDERS, type ChannelSender } from './channel-sender.port.js';
import { ChannelsModule } from './channels.module.js';
import { ChannelPostSender } from './club/channel-post-sender.service.js';
import { ClubAddressRepository } from './club/club-address.repository.js';
import { ClubChannelsLoop } from './club/club-channels.loop.js';
import { ClubChannels } from './club/club-channels.service.js';
import { ClubWiringRepository } from './club/club-wiring.repository.js';
import { CopyBotSender } from './club/copy-bot-sender.service.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryLoop } from './delivery.loop.js';
import { DeliveryRecoveryRepository } from './delivery-recovery.repository.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryWiringRepository } from './delivery-wiring.repository.js';
import { FanOutService } from './fan-out.service.js';
import { PushSender } from './push/push-sender.service.js';
import { PushServiceClient } from './push/push-service.client.js';
import { QuietSummaryRepository } from './push/quiet-summary.repository.js';
import { QuietSummaries } from './push/quiet-summary.service.js';
import { PushSweepLoop } from './push/push-sweep.loop.js';
import { TelegramApiClient } from './telegram/telegram-api.client.js';
import { TelegramChats } from './telegram/telegram-chats.service.js';
import { TelegramMessageRemoval } from './telegram/telegram-message-removal.handler.js';
import { TelegramDraftUpdates } from './telegram/telegram-draft-updates.service.js';
import { TelegramPacer } from './telegram/telegram-pacer.service.js';
import { TelegramPollerLoop } from './telegram/telegram-poller.loop.js';
import { TelegramSender } from './telegram/telegram-sender.service.js';
import { TelegramUpdateRepository } from './telegram/telegram-update.repository.js';
import { TelegramUpdatesService } from './telegram/telegram-updates.service.js';
import { ChatMemberRepository } from './telegram-group/chat-member.repository.js';
import { GroupInvitesService } from './telegram-group/group-invites.service.js';
import { GroupMembersLoop } from './telegram-group/group-members.loop.js';
import { GroupMembersService } from './telegram-group/group-members.service.js';
import { GroupRequests } from './telegram-group/group-requests.service.js';
import { GroupUpdatesService } from './telegram-group/group-updates.service.js';
import { TelegramGroupClient } from './telegram-group/telegram-group.client.js';
import { WebhookHttpClient } from './webhooks/webhook-http.client.js';
import { WebhookSender } from './webhooks/webhook-sender.service.js';

/** Which addresses may be called. */
const reachable = ({ webhookLoopback, egressAddress }: Pick<AppConfig, 'webhookLoopback' | 'egressAddress'>) => ({
  allowLoopback: webhookLoopback,
  deniedAddresses: egressAddress === undefined ? [] : [egressAddress],
});

const providers: Provider[] = [
  DeliveryRepository,
  DeliveryWiringRepository,
  DeliveryRecoveryRepository,
  FanOutService,
  NoticeFanOutRepository,
  NoticeFanOut,
  DeliveriesService,
  DeliveryLoop,
  AddressHealthRepository,
  AddressHealthService,
  WebhookSender,
  {
    provide: WebhookHttpClient,
    useFactory: ({ webhookLoopback, egressAddress }: AppConfig) => new WebhookHttpClient(reachable({ webhookLoopback, egressAddress })),
    inject: [AppConfig],
  },
  ChannelBlockRepository,
  {
    provide: PushServiceClient,
    useFactory: ({ webPush, webhookLoopback, egressAddress }: AppConfig) =>
      webPush && new PushServiceClient(webPush, reachable({ webhookLoopback, egressAddress })),
    inject: [AppConfig],
  },
  PushSender,
  QuietSummaryRepository,
  QuietSummaries,
  PushSweepLoop,
  TelegramPacer,
  TelegramChats,
  TelegramUpdateRepository,
  TelegramUpdatesService,
  TelegramDraftUpdates,
  {
    provide: TelegramApiClient,
    useFactory: ({ telegram }: AppConfig) => telegram && new TelegramApiClient(telegram),
    inject: [AppConfig],
  },
  TelegramSender,
  TelegramMessageRemoval,
  TelegramPollerLoop,
  ClubAddressRepository,
  ClubWiringRepository,
  ClubChannels,
  ClubChannelsLoop,
  ChannelPostSender,
  CopyBotSender,
  ChatMemberRepository,
  {
    provide: TelegramGroupClient,
    useFactory: ({ telegram }: AppConfig) => telegram?.group && new TelegramGroupClient(telegram, telegram.group.id),
    inject: [AppConfig],
  },
  GroupRequests,
  GroupUpdatesService,
  GroupInvitesService,
  GroupMembersService,
  GroupMembersLoop,
  {
    provide: CHANNEL_SENDERS,
    useFactory: ({ telegram, webPush }: AppConfig, webhooks: ChannelSender, push: ChannelSender, ...bots: ChannelSender[]) => [
      webhooks,
      ...(telegram ? bots : []),
      ...(webPush ? [push] : []),
    ],
    inject: [AppConfig, WebhookSender, PushSender, TelegramSender, ChannelPostSender, CopyBotSender],
  },
];

/** The worker's side of channels. A channel is a ChannelSender in the list. */
@Module({})
export class ChannelsJobsModule {
  /** `drafts` exports DraftReplies: the bot knows nothing of what it carries. */
  static over(drafts: Type): DynamicModule {
    return { module: ChannelsJobsModule, imports: [ChannelsModule, MailModule, AuditModule, drafts], providers };
  }
}
