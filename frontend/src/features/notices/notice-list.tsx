import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { day } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import type { NoticeWire } from '../../lib/wire/types';
import { noticeContent } from './notice-content';
import styles from './notices.module.css';

const DAY_MILLISECONDS = 86_400_000;
const dateOf = (at: number | string) => new Date(at).toISOString().slice(0, 10);

/** "Today", "Yesterday", then the date; days are UTC, as everywhere. */
function dayName(date: string, now: number): string {
  if (date === dateOf(now)) return t('notices.today');
  return date === dateOf(now - DAY_MILLISECONDS) ? t('notices.yesterday') : day(date);
}

/** Groups of items that are in order, by day. */
function byDay(items: readonly NoticeWire[]): { date: string; items: NoticeWire[] }[] {
  const days: { date: string; items: NoticeWire[] }[] = [];
  for (const item of items) {
    const date = dateOf(item.at);
    const last = days.at(-1);
    if (last?.date === date) last.items.push(item);
    else days.push({ date, items: [item] });
  }
  return days;
}

interface NoticeListProps {
  items: readonly NoticeWire[];
  /** The level of the days: below the title of a page or of a part of it. */
  heading: 'h2' | 'h3';
  /** A broadcast that is open. */
  openId?: string | null;
  onFollow: (item: NoticeWire) => void;
}

/** Notices by day: each a link to what it is about. */
export function NoticeList({ items, heading: Heading, openId = null, onFollow }: NoticeListProps) {
  const now = Date.now();
  return (
    <>
      {byDay(items).map(({ date, items: ofDay }) => (
        <section key={date} className={styles.day} aria-label={dayName(date, now)}>
          <Heading className={styles.date}>{dayName(date, now)}</Heading>
          <ul>
            {ofDay.map((item) => (
              <li key={item.id}>
                <NoticeRow item={item} isOpen={item.id === openId} onFollow={() => onFollow(item)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function NoticeRow({ item, isOpen, onFollow }: { item: NoticeWire; isOpen: boolean; onFollow: () => void }) {
  const { Icon, sentence, path } = noticeContent(item);
  return (
    <>
      <Link to={path} className={styles.row} data-unread={!item.isRead || undefined} onClick={onFollow}>
        <span className={styles.icon}>
          <Icon size={17} aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.sentence} dir={item.kind === 'broadcast' ? 'auto' : undefined}>
            {sentence}
          </span>
          <span className={styles.time}>
            <Moment at={item.at} relative />
          </span>
        </span>
        {!item.isRead && (
          <span className={styles.dot}>
            <span className="visually-hidden">{t('notices.unread')}</span>
          </span>
        )}
      </Link>
      {isOpen && item.facts['message'] !== undefined && (
        <p className={styles.message} dir="auto">
          {item.facts['message']}
        </p>
      )}
    </>
  );
}
