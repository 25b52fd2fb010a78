import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { PublicPage } from '../../components/layout/public-page';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { t } from '../../lib/i18n/texts';
import { type PayAddress, payAddressesQuery } from './api/get-pay-addresses';
import styles from './pay-addresses.module.css';

const tones = {
  announced: 'warn',
  'approved-once': 'warn',
  scheduled: 'info',
  'in-use': 'up',
  replaced: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Readonly<Record<PayAddress['state'], string>>;

/** Every address that payments went to or will go to, for everybody. */
export function PayAddressesPage() {
  const { data, error, refetch } = useQuery(payAddressesQuery);
  const columns: readonly Column<PayAddress>[] = [
    { id: 'target', header: t('pay-addresses.column.target'), cell: ({ target }) => t(`pay-addresses.target.${target}`), phone: 'title' },
    {
      id: 'value',
      header: t('pay-addresses.column.value'),
      cell: ({ value, poolSize }) => (
        <>
          {poolSize !== null && `${t('pay-addresses.pool', { count: poolSize })} `}
          <code className={styles.value}>{value}</code>
        </>
      ),
      wrap: true,
    },
    {
      id: 'state',
      header: t('pay-addresses.column.state'),
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`pay-addresses.state.${state}`)}</Badge>,
    },
    { id: 'announced', header: t('pay-addresses.column.announced'), cell: ({ announcedAt }) => <Moment at={announcedAt} /> },
    { id: 'from', header: t('pay-addresses.column.from'), cell: ({ effectiveAt }) => <Moment at={effectiveAt} /> },
    {
      id: 'until',
      header: t('pay-addresses.column.until'),
      cell: ({ replacedAt, withdrawnAt }) => <Moment at={replacedAt ?? withdrawnAt} />,
    },
  ];
  return (
    <PublicPage width="document" title={t('pay-addresses.title')} intro={<span className={styles.intro}>{t('pay-addresses.intro')}</span>}>
      <div className={styles.page}>
        <Card flush>
          <DataTable
            caption={t('pay-addresses.title')}
            columns={columns}
            rows={data}
            rowKey={({ target, value, announcedAt }) => `${target} ${value} ${announcedAt}`}
            error={data ? undefined : error}
            onRetry={() => void refetch()}
            cardsBelow={1280}
            empty={{ title: t('pay-addresses.empty.title'), text: t('pay-addresses.empty.text') }}
          />
        </Card>
        <Card title={t('pay-addresses.rules.title')}>
          <ul className={styles.rules}>
            {(['two', 'wait', 'account', 'pool', 'compare'] as const).map((rule) => (
              <li key={rule}>{t(`pay-addresses.rules.${rule}`)}</li>
            ))}
          </ul>
        </Card>
      </div>
    </PublicPage>
  );
}
