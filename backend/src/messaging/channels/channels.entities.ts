import { ChannelAddressSchema } from './channel-address.entity.js';
import { ChannelBlockSchema } from './channel-block.entity.js';
import { ChannelEventSchema } from './channel-event.entity.js';
import { DeliveryAttemptSchema } from './delivery-attempt.entity.js';
import { DeliverySchema } from './delivery.entity.js';
import { ChatMemberSchema } from './telegram-group/chat-member.entity.js';
import { TelegramBotSchema } from './telegram/telegram-bot.entity.js';
import { TelegramLinkCodeSchema } from './telegram/telegram-link-code.entity.js';
import { TelegramUpdateSchema } from './telegram/telegram-update.entity.js';

export const channelEntities = [
  ChannelEventSchema,
  ChannelAddressSchema,
  DeliverySchema,
  DeliveryAttemptSchema,
  ChannelBlockSchema,
  TelegramBotSchema,
  TelegramUpdateSchema,
  TelegramLinkCodeSchema,
  ChatMemberSchema,
];
