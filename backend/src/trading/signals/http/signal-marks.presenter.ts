import type { SignalMarkWire } from '../../../platform/wire/index.js';
import type { SignalMark } from '../marks/signal-mark.repository.js';

export const presentMark = ({ markedAt, ...mark }: SignalMark): SignalMarkWire => ({ ...mark, markedAt: markedAt.toISOString() });
