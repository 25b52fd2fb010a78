import type { PositionSizeWire } from '../../../platform/wire/index.js';
import type { MemberPositionSize } from '../position-size.service.js';

export function presentPositionSize({ equityAt, base, quote, ...size }: MemberPositionSize): PositionSizeWire {
  return { ...size, symbol: `${base}/${quote}`, equityAt: equityAt?.toISOString() ?? null };
}
