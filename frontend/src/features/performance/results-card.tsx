import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Profit, Unknown } from '../../components/chart/figures';
import { Moment, Quantity, Usdt } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { inUnit, type Money, useMoney } from '../../components/money/money';
import { type Column, DataTable } from '../../components/table/data-table';
import { count, fixed, signOf } from '../../lib/format/decimal';
import { assetResultsQuery } from '../../lib/portfolio';
import { day } from '../../lib/format/date';
import type { AssetResult, Portfolio } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import styles from './month-table.module.css';

const FIRST = 10;
/** A computed price has endless digits: as many as tell it apart. */
const price = (value: string) => fixed(value, Number(value) >= 100 ? 2 : Number(value) >= 1 ? 4 : 8);
const sure = (value: string) => ({ value, reason: null });

/** A line of the table: an asset, or one side of a contract in hedge mode. */
interface Line extends Pick<
  AssetResult,
  'market' | 'realised' | 'unrealised' | 'fees' | 'funding' | 'openQty' | 'averageCost' | 'trades' | 'lastTradeAt'
> {
  key: string;
  name: string;
  unknownQty: string | null;
}

/** Long and short of one contract each have a line: they are never netted. */
function linesOf(result: AssetResult): Line[] {
  const isHedge = result.legs.length > 0;
  const name = result.asset;
  const { market } = result;
  return [
    { ...result, key: `${market}:${name}`, name: isHedge ? t('performance.results.bothSides', { asset: name }) : name, market },
    ...result.legs.map((leg) => ({
      ...leg,
      key: `${market}:${name}:${leg.side}`,
      name: t(`performance.results.leg.${leg.side}`, { asset: name }),
      market,
      funding: { value: null, reason: t('performance.results.byContract') },
      unknownQty: null,
    })),
  ];
}

const columns = (convert: Money['convert']): readonly Column<Line>[] => [
  {
    id: 'asset',
    header: t('performance.results.asset'),
    cell: (row) => <strong>{row.name}</strong>,
    phone: 'title',
    csv: (row) => row.name,
  },
  {
    id: 'market',
    header: t('performance.results.marketColumn'),
    cell: (row) => t(`performance.results.market.${row.market}`),
    csv: (row) => t(`performance.results.market.${row.market}`),
    phone: 'title',
  },
  {
    id: 'realised',
    header: t('performance.results.realised'),
    csvHeader: inUnit(t('performance.results.realised')),
    cell: (row) => <Profit figure={sure(row.realised)} />,
    csv: (row) => ({ figure: row.realised }),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'unrealised',
    header: t('performance.results.unrealised'),
    csvHeader: inUnit(t('performance.results.unrealised')),
    cell: (row) => <Profit figure={row.unrealised} />,
    csv: (row) => ({ figure: row.unrealised.value }),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'fees',
    header: t('performance.fees'),
    csvHeader: inUnit(t('performance.fees')),
    cell: (row) => <Usdt value={row.fees} />,
    align: 'end',
    csv: (row) => ({ figure: row.fees }),
  },
  {
    id: 'funding',
    header: t('performance.funding'),
    csvHeader: inUnit(t('performance.funding')),
    cell: (row) => (row.market === 'spot' ? '–' : <Profit figure={row.funding} />),
    csv: (row) => (row.market === 'spot' ? null : { figure: row.funding.value }),
    align: 'end',
  },
  {
    id: 'open',
    header: t('performance.results.held'),
    cell: (row) => (row.openQty === null ? '–' : <Quantity value={row.openQty} />),
    csv: (row) => ({ figure: row.openQty }),
    align: 'end',
  },
  {
    id: 'cost',
    header: t('performance.results.cost'),
    csvHeader: inUnit(t('performance.results.cost')),
    csv: (row) => ({ figure: row.averageCost }),
    cell: (row) =>
      row.averageCost === null ? (
        row.openQty === null || signOf(row.openQty) === 0 ? (
          '–'
        ) : (
          <Unknown reason={t('performance.results.noCost')} />
        )
      ) : (
        price(convert(row.averageCost))
      ),
    align: 'end',
  },
  {
    id: 'unknown',
    header: t('performance.results.unknownBasis'),
    csv: (row) => ({ figure: row.unknownQty }),
    cell: (row) => (row.unknownQty === null || signOf(row.unknownQty) === 0 ? '–' : <Quantity value={row.unknownQty} />),
    align: 'end',
  },
  {
    id: 'trades',
    header: t('performance.results.trades'),
    cell: (row) => count(row.trades),
    align: 'end',
    csv: (row) => ({ figure: String(row.trades) }),
  },
  {
    id: 'last',
    header: t('performance.results.lastTrade'),
    cell: (row) => <Moment at={row.lastTradeAt} />,
    align: 'end',
    csv: (row) => row.lastTradeAt,
  },
];

/** How far back results of futures reach, where that is not to the beginning. */
function sinceText(portfolio: Portfolio | undefined): string | null {
  if (!portfolio) return null;
  const { futuresSince, fundingSince, fundingUnknown } = portfolio.complete;
  const parts = [
    futuresSince && t('performance.results.futuresSince', { day: day(futuresSince.slice(0, 10)) }),
    fundingSince && t('performance.results.fundingSince', { day: day(fundingSince.slice(0, 10)) }),
    fundingUnknown,
    (futuresSince || fundingSince) && t('performance.results.noOlder'),
  ];
  return parts.filter(Boolean).join(' ') || null;
}

/** What trading each asset has brought since the account began, average cost. */
export function ResultsCard({ portfolio }: { portfolio: Portfolio | undefined }) {
  const { data, error, refetch } = useQuery(assetResultsQuery);
  const [all, setAll] = useState(false);
  const { convert } = useMoney();
  const rows = (all ? data : data?.slice(0, FIRST))?.flatMap(linesOf);
  const since = sinceText(portfolio);
  return (
    <Card
      title={t('performance.results.title')}
      span={12}
      flush
      aside={
        data && data.length > FIRST ? (
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('performance.results.largest') : t('performance.results.all', { count: data.length })}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        caption={t('performance.results.caption')}
        columns={columns(convert)}
        rows={rows}
        rowKey={(row) => row.key}
        error={error}
        onRetry={() => void refetch()}
        cardsBelow={1200}
        empty={{ title: t('performance.results.none'), text: t('performance.results.noneText') }}
        file={data && { name: 'tidemark-results', rows: data.flatMap(linesOf) }}
      />
      {since && data && data.some(({ market }) => market === 'futures') && <p className={styles.note}>{since}</p>}
    </Card>
  );
}
