import type { Equity } from '../../lib/equity';
import { exact } from '../../lib/format/decimal';
import { percent, shareOf } from '../../lib/format/share';
import type { AssetBalance, Wallet } from '../../lib/wire/exchange';
import { Skeleton } from '../feedback/states';
import { Card } from '../layout/screen';
import { type Column, DataTable } from '../table/data-table';
import { t } from '../../lib/i18n/texts';
import { Usdt } from './figures';
import styles from './wallet-cards.module.css';

interface WalletQuery {
  wallet: Wallet | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The one equity figure of the screen, and where it comes from. When it was read stands once, at the head of the screen. */
export function BalanceCard({ equity, span }: { equity: Equity | undefined; span?: 4 | 8 }) {
  return (
    <Card {...(span && { span })}>
      <p className={styles.label}>{t('exchange.balance.title')}</p>
      <p className={styles.total}>
        {equity === undefined ? (
          <Skeleton width={220} height={36} />
        ) : (
          <Usdt value={equity.value} unknown={t('exchange.balance.unknown')} />
        )}
        {equity !== undefined && equity.value !== null && <span className={styles.unit}>{t('exchange.balance.unit')}</span>}
      </p>
      <p className={styles.source}>
        {equity === undefined ? <Skeleton width={160} /> : t(`exchange.balance.source.${equity.source ?? 'none'}`)}
      </p>
    </Card>
  );
}

/** The specification's "My Asset" table: wallet by wallet. */
const walletColumns = (): readonly Column<Wallet['wallets'][number]>[] => [
  { id: 'name', header: t('exchange.wallets.name'), cell: (row) => <strong>{row.name}</strong>, phone: 'title' },
  { id: 'balance', header: t('exchange.wallets.amount'), cell: (row) => <Usdt value={row.balance} />, align: 'end', phone: 'title' },
];

export function WalletTableCard({ wallet, error, onRetry, span }: WalletQuery & { span?: 4 | 6 | 8 | 12 }) {
  return (
    <Card title={t('exchange.wallets.title')} flush {...(span && { span })}>
      <DataTable
        caption={t('exchange.wallets.title')}
        columns={walletColumns()}
        rows={wallet?.wallets}
        rowKey={(row) => row.name}
        error={error}
        onRetry={onRetry}
        skeletonRows={3}
        empty={{ title: t('exchange.wallets.none'), text: t('exchange.wallets.noneText') }}
      />
    </Card>
  );
}

const assetColumns = (total: string): readonly Column<AssetBalance>[] => [
  { id: 'coin', header: t('exchange.column.coin'), cell: (row) => <strong>{row.coin}</strong>, phone: 'title' },
  { id: 'free', header: t('exchange.assets.free'), cell: (row) => exact(row.free), align: 'end' },
  { id: 'locked', header: t('exchange.assets.locked'), cell: (row) => exact(row.locked), align: 'end' },
  { id: 'value', header: t('exchange.assets.value'), cell: (row) => <Usdt value={row.value} />, align: 'end', phone: 'figure' },
  {
    id: 'share',
    header: t('exchange.assets.share'),
    cell: (row) => <Share basisPoints={shareOf(row.value, total)} />,
    align: 'end',
    phone: 'figure',
  },
];

function Share({ basisPoints }: { basisPoints: number | null }) {
  return (
    <span className={styles.share}>
      <span className={styles.track} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (basisPoints ?? 0) / 100)}%` }} />
      </span>
      <span className={styles.percent}>{percent(basisPoints)}</span>
    </span>
  );
}

/** Coin by coin, with the share of the whole. */
export function AssetsCard({ wallet, error, onRetry, span }: WalletQuery & { span?: 4 | 6 | 8 | 12 }) {
  return (
    <Card title={t('exchange.assets.title')} flush {...(span && { span })}>
      <DataTable
        caption={t('exchange.assets.title')}
        columns={assetColumns(wallet?.total ?? '0')}
        rows={wallet?.assets}
        rowKey={(row) => row.coin}
        error={error}
        onRetry={onRetry}
        empty={{ title: t('exchange.wallets.none'), text: t('exchange.wallets.noneText') }}
      />
    </Card>
  );
}
