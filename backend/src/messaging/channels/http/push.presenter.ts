import type { PushWire } from '../../../platform/wire/index.js';
import type { OwnPush } from '../push/push-devices.service.js';

/** `id`: of the browser that asks, where it is known. */
export function presentPush({ publicKey, devices }: OwnPush, id: string | null = null): PushWire {
  return {
    publicKey,
    devices: devices.map(({ addedAt, renewedAt, ...device }) => ({
      ...device,
      addedAt: addedAt.toISOString(),
      renewedAt: renewedAt.toISOString(),
    })),
    thisDevice: id,
  };
}
