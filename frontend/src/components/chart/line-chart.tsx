import { ChartLine as ChartIcon, Table2 } from 'lucide-react';
import { Component, type ReactNode, Suspense, lazy, useMemo, useRef, useState } from 'react';
import { day as dayText } from '../../lib/format/date';
import type { palettes } from '../../theme/tokens';
import { ExportButton } from '../export/export-button';
import { Button } from '../feedback/button';
import { EmptyState, Skeleton } from '../feedback/states';
import { type Column, DataTable } from '../table/data-table';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { LibraryLink } from './library-link';
import { useAmounts } from '../amounts/hideable';
import { conversionText } from '../money/conversion-text';
import { inUnit, useMoney } from '../money/money';
import { markCells, markColumns, markHeaders, markTexts, type ChartMark } from './marks';
import { pictureOf } from './picture';
import styles from './line-chart.module.css';

export interface ChartLine {
  id: string;
  name: string;
  color: keyof (typeof palettes)['light'];
  fill?: boolean;
  dashed?: boolean;
  /** A decimal string a day; null: unknown, and a gap. */
  values: readonly (string | null)[];
  /** Where the line begins anew: what stands before does not lead there. */
  breaks?: readonly number[];
}

export interface ChartProps {
  /** What the chart shows, for readers. */
  label: string;
  /** YYYY-MM-DD, in order. */
  days: readonly string[];
  lines: readonly ChartLine[];
  scale: 'money' | 'percent' | 'count';
  /** Deposits and withdrawals. */
  marks?: readonly ChartMark[] | undefined;
}

interface LineChartProps extends Omit<ChartProps, 'days' | 'lines'> {
  /** Undefined while they are not known yet. */
  days: readonly string[] | undefined;
  lines: readonly ChartLine[];
  /** The value as it is told beside the chart and in the table; of money without its unit. */
  text: (value: string) => string;
  height?: 'tall' | 'usual' | 'low';
  empty: { title: string; text?: string };
  /** Name of its files, without an ending; without it the chart offers none. */
  file?: string;
  /** Stands left of the switch between drawing and table. */
  controls?: ReactNode;
}

const NO_MARKS: readonly ChartMark[] = [];

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas')).ChartCanvas }));

interface Row {
  day: string;
  index: number;
}

/** Lines over days, drawn by a library that is loaded when it is needed, and the same figures as a table. */
export function LineChart({ label, days, lines, scale, marks = NO_MARKS, text, height = 'usual', empty, file, controls }: LineChartProps) {
  const [point, setPoint] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const shot = useRef<(() => HTMLCanvasElement) | null>(null);
  const { isHidden, hide } = useAmounts();
  const money = useMoney();
  const isMoney = scale === 'money';
  const hides = isHidden && isMoney;
  const told = (value: string | null | undefined) => {
    if (value == null) return '–';
    return isMoney ? t('currency.amount', { amount: hide(text(value)), unit: money.unit }) : text(value);
  };
  // What is drawn is converted; the file and the formatters take what the server sent.
  const { convert } = money;
  const drawnLines = useMemo(
    () => (isMoney ? lines.map((line) => ({ ...line, values: line.values.map((value) => value && convert(value)) })) : lines),
    [lines, isMoney, convert],
  );
  const drawnMarks = useMemo(() => marks.map((mark) => ({ ...mark, value: convert(mark.value) })), [marks, convert]);
  const isEmpty = days !== undefined && days.length < 2;
  const last = (days?.length ?? 0) - 1;
  const at = point === null ? last : Math.min(point, last);
  const columns: Column<Row>[] = [
    { id: 'day', header: t('chart.day'), cell: (row) => dayText(row.day), phone: 'title' },
    ...lines.map((line): Column<Row> => ({
      id: line.id,
      header: line.name,
      cell: (row) => told(line.values[row.index]),
      align: 'end',
      phone: 'figure',
    })),
    ...markColumns<Row>(marks, { ...money, hide }),
  ];
  const picture = () =>
    shot.current &&
    pictureOf(shot.current(), {
      title: label,
      day: days?.[at],
      source: conversionText(t('chart.source'), isMoney || marks.length > 0 ? money.conversion : null),
      legend: lines.map(({ color, name, values }) => ({ color, text: `${name} ${told(values[at])}` })),
    });
  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        {controls}
        <div className={styles.actions}>
          {file !== undefined && (
            <>
              <ExportButton
                content={{ kind: 'png', picture }}
                name={file}
                label={label}
                disabled={isEmpty || days === undefined || asTable}
              />
              <ExportButton
                content={{
                  kind: 'csv',
                  headers: [t('chart.day'), ...lines.map(({ name }) => (isMoney ? inUnit(name) : name)), ...markHeaders(marks)],
                  rows: () =>
                    (days ?? []).map((day, index) => [
                      day,
                      ...lines.map(({ values }) => ({ figure: values[index] ?? null })),
                      ...markCells(marks, index),
                    ]),
                }}
                name={file}
                label={label}
                disabled={isEmpty || days === undefined}
              />
            </>
          )}
          <Button
            size="small"
            look="quiet"
            aria-pressed={asTable}
            icon={asTable ? <ChartIcon size={16} aria-hidden="true" /> : <Table2 size={16} aria-hidden="true" />}
            disabled={isEmpty || days === undefined}
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'chart.asChart' : 'chart.asTable')}
          </Button>
        </div>
      </div>
      <figcaption className={styles.legend}>
        {days === undefined ? (
          <Skeleton width={220} height={20} />
        ) : isEmpty ? null : (
          <>
            <span className={styles.day}>{t('chart.dayUtc', { day: dayText(days[at]) })}</span>
            {lines.map((line) => (
              <span key={line.id} className={styles.line}>
                <span className={styles.mark} style={{ background: `var(--${kebab(line.color)})` }} aria-hidden="true" />
                {line.name} <strong>{told(line.values[at])}</strong>
              </span>
            ))}
            {markTexts(marks, at, { ...money, hide }).map((mark) => (
              <span key={mark}>{mark}</span>
            ))}
          </>
        )}
      </figcaption>
      <div className={`${styles.plot} ${styles[height]}`} aria-busy={days === undefined}>
        {days === undefined ? (
          <Skeleton height="100%" />
        ) : isEmpty ? (
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        ) : asTable ? (
          <div className={styles.table} role="region" aria-label={t('chart.tableLabel', { label })} tabIndex={0}>
            <DataTable
              caption={label}
              columns={columns}
              rows={days.map((day, index) => ({ day, index })).toReversed()}
              rowKey={(row) => row.day}
              empty={empty}
            />
          </div>
        ) : (
          <Fallback>
            <Suspense fallback={<Drawing />}>
              <ChartCanvas
                label={label}
                days={days}
                lines={drawnLines}
                scale={scale}
                marks={drawnMarks}
                onShot={(make) => {
                  shot.current = make;
                }}
                point={at}
                pointText={[
                  t('chart.dayUtc', { day: dayText(days[at]) }),
                  ...lines.map(
                    (line) => `${line.name} ${hides && line.values[at] != null ? t('common.hiddenAmount') : told(line.values[at])}`,
                  ),
                  ...markTexts(marks, at, { ...money, hide: (figure) => (isHidden ? t('common.hiddenAmount') : figure) }),
                ].join(', ')}
                onPoint={setPoint}
              />
            </Suspense>
          </Fallback>
        )}
      </div>
      {!isEmpty && (
        <p className={styles.credit}>
          <Trans id="chart.credit" tags={{ link: <LibraryLink /> }} />
        </p>
      )}
    </figure>
  );
}

function Drawing() {
  return (
    <div className={styles.drawing} aria-busy="true">
      <Skeleton height="100%" />
    </div>
  );
}

const kebab = (name: string) => name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();

/** A drawing that could not be loaded costs the drawing alone. */
class Fallback extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <EmptyState title={t('chart.failed.title')}>{t('chart.failed.text')}</EmptyState> : this.props.children;
  }
}
