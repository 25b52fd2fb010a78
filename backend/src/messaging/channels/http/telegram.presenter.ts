import type { TelegramWire } from '../../../platform/wire/index.js';
import type { OwnGroup } from '../telegram-group/group-access.service.js';
import type { OwnTelegram } from '../telegram/telegram-links.service.js';

export function presentTelegram({ isAvailable, account, request }: OwnTelegram, group: OwnGroup | null): TelegramWire {
  return {
    isAvailable,
    account: account && {
      id: account.id,
      name: account.name,
      isBlocked: account.state === 'disabled',
      connectedAt: account.connectedAt.toISOString(),
    },
    request: request && { ...request, expiresAt: request.expiresAt.toISOString() },
    group: group && { ...group, link: group.link && { ...group.link, expiresAt: group.link.expiresAt.toISOString() } },
  };
}
