import type { ChannelAddressWire, ChannelHealthWire, DeliveryWire } from '../../src/lib/wire/types';

export const webhooks: ChannelHealthWire = {
  id: 'webhook',
  isConfigured: true,
  queue: { due: 0, oldestDueSeconds: null, later: 0, underWay: 0 },
  unknown: 0,
  heldUntil: null,
  blocks: [],
  tries: { sent: 0, refused: 0, failed: 0, uncertain: 0, unknown: 0 },
  addresses: [],
  lastOkAt: null,
};

export const telegram: ChannelHealthWire = {
  id: 'telegram',
  isConfigured: true,
  queue: { due: 1200, oldestDueSeconds: 95, later: 3, underWay: 2 },
  unknown: 2,
  heldUntil: '2026-11-20T14:00:00.000Z',
  blocks: [{ service: null, until: '2026-11-20T14:00:00.000Z', isWhole: true }],
  tries: { sent: 40, refused: 1, failed: 5, uncertain: 2, unknown: 7 },
  addresses: [
    { state: 'active', reason: null, count: 31 },
    { state: 'disabled', reason: 'blocked', count: 4 },
  ],
  lastOkAt: '2026-11-20T13:00:00.000Z',
};

export const push: ChannelHealthWire = {
  ...webhooks,
  id: 'push',
  isConfigured: false,
  blocks: [{ service: 'fcm.googleapis.com', until: '2026-11-20T13:30:00.000Z', isWhole: false }],
};

export const unknownDelivery: DeliveryWire = {
  id: 'd-1',
  signal: { id: 's-1', symbol: 'BTC/USDT', side: 'long' },
  kind: 'signal.published',
  revision: 1,
  channel: 'telegram',
  address: { id: 'a-1', name: '@hanna (7123)' },
  member: { userId: 'u-7', fullName: 'Hanna Virtanen' },
  result: 'unknown',
  reason: null,
  nextTryAt: null,
  may: ['arrived', 'send-again'],
  decision: null,
  createdAt: '2026-11-20T12:59:00.000Z',
  updatedAt: '2026-11-20T13:00:00.000Z',
  attempts: [
    { at: '2026-11-20T13:00:00.000Z', revision: 1, outcome: 'uncertain', status: null, ms: 10_000, answer: 'timeout' },
    { at: '2026-11-20T12:59:30.000Z', revision: 1, outcome: 'failed_retryable', status: 429, ms: 40, answer: 'Too Many Requests' },
  ],
};

export const clubDelivery: DeliveryWire = {
  ...unknownDelivery,
  id: 'd-2',
  signal: null,
  kind: 'telegram.greeting',
  address: { id: 'a-2', name: null },
  member: null,
  result: 'not-sent',
  reason: 'late',
  may: [],
  decision: { decision: 'send-again', by: null, at: '2026-11-20T13:05:00.000Z' },
  attempts: [],
};

export const blockedAddress: ChannelAddressWire = {
  id: 'a-1',
  channel: 'telegram',
  name: '@hanna (7123)',
  member: { userId: 'u-7', fullName: 'Hanna Virtanen' },
  state: 'disabled',
  reason: 'blocked',
  failingSince: '2026-11-20T10:00:00.000Z',
  failures: 12,
  lastOkAt: null,
  createdAt: '2026-11-19T10:00:00.000Z',
};

export const clubAddress: ChannelAddressWire = {
  ...blockedAddress,
  id: 'a-2',
  name: null,
  member: null,
  state: 'active',
  reason: null,
  failingSince: null,
  failures: 0,
  lastOkAt: '2026-11-20T09:00:00.000Z',
};
