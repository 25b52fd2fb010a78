import { useInfiniteQuery } from '@tanstack/react-query';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { describeFiring, type Firing } from './alert-texts';
import { firingsQuery } from './alerts';
import styles from './alerts.module.css';

const columns = (): readonly Column<Firing>[] => [
  { id: 'what', header: t('alerts.fired.what'), cell: (row) => describeFiring(row).what, wrap: true, phone: 'title' },
  { id: 'why', header: t('alerts.fired.why'), cell: (row) => describeFiring(row).why, wrap: true },
  { id: 'told', header: t('alerts.fired.told'), cell: ({ firedAt }) => <Moment at={firedAt} /> },
];

/** What fired and why, newest first. */
export function FiringList() {
  const { userId } = useProfile();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(firingsQuery(userId));
  return (
    <Card title={t('alerts.fired.title')} span={12} flush>
      <DataTable
        caption={t('alerts.fired.title')}
        columns={columns()}
        rows={data?.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        cardsBelow={900}
        empty={{ title: t('alerts.fired.none'), text: t('alerts.fired.noneText') }}
      />
      {hasNextPage && (
        <div className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('alerts.fired.more')}
          </Button>
        </div>
      )}
    </Card>
  );
}
