import { type ReactNode, useMemo, useState } from 'react';
import type { PortfolioDay } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import { useMoney } from '../money/money';
import { Choices } from './choices';
import styles from './equity-chart.module.css';
import { type ChartLine, LineChart } from './line-chart';
import { marksOf } from './marks';

export interface Span {
  days: number;
  label: string;
}

interface EquityChartProps {
  /** Oldest first; undefined while they are not known yet. */
  days: readonly PortfolioDay[] | undefined;
  /** What there is to choose from. */
  spans: readonly Span[];
  /** The span that is shown first, in days. */
  usual: number;
  /** What stands where the curve will be, while there is none. */
  empty: { title: string; text: string };
  /** Stands beside the choice. */
  aside?: ReactNode;
}

/** What an account was worth, day by day, over a span that is chosen: for its owner and for an admin. */
export function EquityChart({ days, spans, usual, empty, aside }: EquityChartProps) {
  const [span, setSpan] = useState(String(usual));
  const money = useMoney();
  const shown = useMemo(() => days?.slice(-Number(span)), [days, span]);
  const names = useMemo(() => shown?.map(({ day }) => day), [shown]);
  const marks = useMemo(() => marksOf(shown ?? []), [shown]);
  const lines = useMemo<ChartLine[]>(
    () => [{ id: 'equity', name: t('chart.equity'), color: 'accent', fill: true, values: (shown ?? []).map(({ equity }) => equity) }],
    [shown],
  );
  return (
    <LineChart
      label={t('chart.equityLabel', { unit: money.unit })}
      days={names}
      lines={lines}
      scale="money"
      marks={marks}
      file="tidemark-equity"
      text={money.text}
      empty={empty}
      controls={
        <div className={styles.controls}>
          <Choices
            label={t('chart.period')}
            options={spans.map((one) => ({ value: String(one.days), label: one.label }))}
            value={span}
            onChange={setSpan}
          />
          {aside}
        </div>
      }
    />
  );
}
