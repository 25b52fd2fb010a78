import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { NoticeList } from './notice-list';
import { NoticeStates, ReadAllButton } from './notice-states';
import { noticesQuery, useReadNotices } from './notices';
import styles from './notices.module.css';

/** The newest notices, behind the bell. */
export function NoticePanel({ onClose }: { onClose: () => void }) {
  const { userId, role } = useProfile();
  const list = useInfiniteQuery(noticesQuery(userId));
  const read = useReadNotices();
  const items = list.data?.pages[0]?.items;
  return (
    <section className={styles.panel} aria-label={t('notices.title')}>
      <header className={styles.head}>
        <h2>{t('notices.title')}</h2>
        <ReadAllButton items={items} read={read} />
      </header>
      <div className={styles.scroll}>
        <NoticeStates items={items} error={list.error} onRetry={() => void list.refetch()}>
          {(shown) => (
            <NoticeList
              heading="h3"
              items={shown}
              onFollow={({ id, isRead }) => {
                if (!isRead) read.mutate({ id });
                onClose();
              }}
            />
          )}
        </NoticeStates>
      </div>
      <footer className={styles.foot}>
        <Link to={paths.notifications} onClick={onClose}>
          {t('notices.seeAll')}
        </Link>
        {role === 'trade club' && (
          <Link to={paths.notificationSettings} onClick={onClose}>
            {t('notices.settings')}
          </Link>
        )}
      </footer>
    </section>
  );
}
