import type { TelegramWire } from '../../../platform/wire/index.js';
import type { OwnTelegram } from '../telegram/telegram-links.service.js';

export function presentTelegram({ isAvailable, account, request }: OwnTelegram): TelegramWire {
  return {
    isAvailable,
    account: account && {
      id: account.id,
      name: account.name,
      isBlocked: account.state === 'disabled',
      connectedAt: account.connectedAt.toISOString(),
    },
    request: request && { ...request, expiresAt: request.expiresAt.toISOString() },
  };
}
