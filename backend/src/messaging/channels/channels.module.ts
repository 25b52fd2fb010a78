import { Module } from '@nestjs/common';
import { PreferencesModule } from '../preferences/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { ChannelEventsModule } from './channel-events.module.js';
import { DeliveryFanOutRepository } from './delivery-fan-out.repository.js';
import { PushSubscriptionRepository } from './push/push-subscription.repository.js';
import { PushTargets } from './push/push-target.service.js';
import { ChatAccountRepository } from './telegram-group/chat-account.repository.js';
import { ChatAccounts } from './telegram-group/chat-account.service.js';
import { TelegramAccounts } from './telegram/telegram-account.service.js';
import { TelegramAddressRepository } from './telegram/telegram-address.repository.js';
import { TelegramBotRepository } from './telegram/telegram-bot.repository.js';
import { TelegramErasure } from './telegram/telegram-erasure.service.js';
import { TelegramLinkCodeRepository } from './telegram/telegram-link-code.repository.js';
import { TelegramMessageRepository } from './telegram/telegram-message.repository.js';
import { TelegramNotes } from './telegram/telegram-notes.service.js';
import { WebhookTargetService } from './webhooks/webhook-target.service.js';

const shared = [
  DeliveryFanOutRepository,
  WebhookTargetService,
  PushTargets,
  PushSubscriptionRepository,
  TelegramAccounts,
  TelegramAddressRepository,
  TelegramBotRepository,
  TelegramLinkCodeRepository,
  TelegramMessageRepository,
  TelegramErasure,
  ChatAccounts,
  ChatAccountRepository,
  TelegramNotes,
];

/** What members' routes and the worker share. */
@Module({
  imports: [AuditModule, ChannelEventsModule, PreferencesModule],
  providers: shared,
  exports: [ChannelEventsModule, PreferencesModule, ...shared],
})
export class ChannelsModule {}
