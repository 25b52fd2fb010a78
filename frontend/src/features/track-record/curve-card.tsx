import { useMemo } from 'react';
import { percentText } from '../../components/chart/figures';
import { type ChartLine, LineChart } from '../../components/chart/line-chart';
import { Card } from '../../components/layout/screen';
import type { TrackRecord } from './api/get-track-record';
import { curveOf } from './figures';
import { t } from '../../lib/i18n/texts';
import styles from './cards.module.css';

/** The model's way, day by day. */
export function CurveCard({ record }: { record: TrackRecord | undefined }) {
  const curve = useMemo(() => (record ? curveOf(record.model.points) : undefined), [record]);
  const lines = useMemo<ChartLine[]>(
    () => [{ id: 'model', name: t('track-record.curve.line'), color: 'accent', fill: true, values: curve?.values ?? [] }],
    [curve],
  );
  return (
    <Card title={t('track-record.curve.title')} span={12}>
      <LineChart
        label={t('track-record.curve.label')}
        days={curve?.days}
        lines={lines}
        scale="percent"
        text={percentText}
        controls={<p className={styles.beside}>{t('track-record.curve.about')}</p>}
        empty={{ title: t('track-record.curve.empty'), text: t('track-record.curve.emptyText') }}
      />
    </Card>
  );
}
