import { useMemo } from 'react';
import { percentText } from '../../components/chart/figures';
import { type ChartLine, LineChart } from '../../components/chart/line-chart';
import { Card } from '../../components/layout/screen';
import type { TrackRecord } from './api/get-track-record';
import { curveOf } from './figures';
import styles from './cards.module.css';

/** The model's way, day by day. */
export function CurveCard({ record }: { record: TrackRecord | undefined }) {
  const curve = useMemo(() => (record ? curveOf(record.model.points) : undefined), [record]);
  const lines = useMemo<ChartLine[]>(
    () => [{ id: 'model', name: 'Model', color: 'accent', fill: true, values: curve?.values ?? [] }],
    [curve],
  );
  return (
    <Card title="Model: 1% of its equity risked on every signal" span={12}>
      <LineChart
        label="Change of the model’s equity since the first signal, day by day"
        days={curve?.days}
        lines={lines}
        scale="percent"
        text={percentText}
        controls={
          <p className={styles.beside}>
            Equity of a model that follows every signal and counts each result when the signal ends. It shows how results add up; nobody
            traded it.
          </p>
        }
        empty={{ title: 'No curve yet', text: 'It begins when the first signal that was filled has ended.' }}
      />
    </Card>
  );
}
