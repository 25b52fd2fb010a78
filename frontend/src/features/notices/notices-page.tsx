import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Button } from '../../components/feedback/button';
import { Card, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { OPEN_NOTICE } from './notice-content';
import { NoticeList } from './notice-list';
import { NoticeStates, ReadAllButton } from './notice-states';
import { noticesQuery, useReadNotices } from './notices';
import styles from './notices.module.css';

/** What a member was told in the last 90 days. */
export function NoticesPage() {
  const { userId, role } = useProfile();
  const [search] = useSearchParams();
  const list = useInfiniteQuery(noticesQuery(userId));
  const read = useReadNotices();
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <Screen title={t('notices.title')} intro={t('notices.intro')} width="narrow" actions={<ReadAllButton items={items} read={read} />}>
      <Card flush busy={items === undefined && !list.error}>
        <NoticeStates items={items} error={list.error} onRetry={() => void list.refetch()}>
          {(shown) => (
            <NoticeList
              heading="h2"
              items={shown}
              openId={search.get(OPEN_NOTICE)}
              onFollow={({ id, isRead }) => {
                if (!isRead) read.mutate({ id });
              }}
            />
          )}
        </NoticeStates>
      </Card>
      <div className={styles.after}>
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t(list.isFetchingNextPage ? 'notices.loadingMore' : 'notices.more')}
          </Button>
        )}
        {role === 'trade club' && <Link to={paths.notificationSettings}>{t('notices.settings')}</Link>}
      </div>
    </Screen>
  );
}
