import type { NoticeWire, NoticesPageWire } from '../../../platform/wire/index.js';
import { positionText } from '../notice-position.rules.js';
import type { NoticeItem } from '../notice.types.js';

const presentNotice = ({ position, kind, facts, at, isRead }: NoticeItem): NoticeWire => ({
  id: position.id,
  position: positionText(position),
  kind: kind as NoticeWire['kind'],
  facts,
  at: at.toISOString(),
  isRead,
});

export function presentNotices({ items, hasMore }: { items: NoticeItem[]; hasMore: boolean }, unread: number): NoticesPageWire {
  const last = items.at(-1);
  return { items: items.map(presentNotice), next: hasMore && last ? positionText(last.position) : null, unread };
}
