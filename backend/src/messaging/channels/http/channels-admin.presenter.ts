import type { ChannelAddressWire, ChannelHealthWire, DeliveryPreviewWire, DeliveryWire } from '../../../platform/wire/index.js';
import type { ListedAddress } from '../console/address-list.repository.js';
import type { ChannelHealth } from '../console/channel-health.service.js';
import type { SendAgainPreview } from '../console/delivery-decision.repository.js';
import type { ListedDelivery } from '../console/delivery-list.repository.js';

const moment = (date: Date | null) => date?.toISOString() ?? null;

export function presentHealth({ channel, heldUntil, blocks, tries, lastOkAt, ...same }: ChannelHealth): ChannelHealthWire {
  return {
    id: channel,
    ...same,
    heldUntil: moment(heldUntil),
    blocks: blocks.map(({ until, ...block }) => ({ ...block, until: until.toISOString() })),
    tries: {
      sent: tries.sent,
      refused: tries.failed_permanent,
      failed: tries.failed_retryable,
      uncertain: tries.uncertain,
      unknown: tries.unknown,
    },
    lastOkAt: moment(lastOkAt),
  };
}

export function presentAddress({ failingSince, lastOkAt, createdAt, ...same }: ListedAddress): ChannelAddressWire {
  return { ...same, failingSince: moment(failingSince), lastOkAt: moment(lastOkAt), createdAt: createdAt.toISOString() };
}

export function presentDelivery({ decision, nextTryAt, createdAt, updatedAt, attempts, ...same }: ListedDelivery): DeliveryWire {
  return {
    ...same,
    may: same.result === 'unknown' ? ['arrived', 'send-again'] : [],
    nextTryAt: moment(nextTryAt),
    decision: decision && { ...decision, at: decision.at.toISOString() },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
  };
}

export const presentPreview = ({ reason, heldUntil }: SendAgainPreview): DeliveryPreviewWire => ({ reason, heldUntil: moment(heldUntil) });
