import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { utc } from '../../lib/format/date';
import { price, UNKNOWN } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import type { AlertsWire, AlertWire } from '../../lib/wire/types';
import { describeAlert, distanceOf } from './alert-texts';
import { useDeleteAlert, useSwitchAlert } from './alerts';
import styles from './alerts.module.css';

const tones = { active: 'up', paused: 'neutral', fired: 'info', ended: 'neutral' } as const;

/** Why an alert is in its state, where that needs a word. */
function noteOf({ state, isArmed, endReason, uncheckedFrom, uncheckedTo }: AlertWire): string | null {
  if (state === 'ended') return t(endReason === 'not-traded' ? 'alerts.state.notTraded' : 'alerts.state.signalEnded');
  if (state !== 'active') return null;
  if (uncheckedFrom !== null) return t('alerts.state.unchecked', { from: utc(uncheckedFrom), to: utc(uncheckedTo) });
  return isArmed ? null : t('alerts.state.waits');
}

const columns = (onDelete: (alert: AlertWire) => void): readonly Column<AlertWire>[] => [
  { id: 'what', header: t('alerts.list.what'), cell: (row) => describeAlert(row), wrap: true, phone: 'title' },
  {
    id: 'state',
    header: t('alerts.list.state'),
    cell: (row) => (
      <span className={styles.state}>
        <span>
          <Badge tone={tones[row.state]}>{t(`alerts.state.${row.state}`)}</Badge>{' '}
          {row.repeats && row.state === 'active' && <Badge>{t('alerts.state.repeats')}</Badge>}
        </span>
        {noteOf(row) !== null && <span className={styles.note}>{noteOf(row)}</span>}
      </span>
    ),
    wrap: true,
  },
  {
    id: 'distance',
    header: t('alerts.list.distance'),
    cell: ({ level, lastPrice }) => (
      <span title={lastPrice === null ? t('alerts.list.noPrice') : t('alerts.list.from', { price: price(lastPrice) })}>
        {distanceOf(level, lastPrice) ?? UNKNOWN}
      </span>
    ),
    align: 'end',
  },
  {
    id: 'fired',
    header: t('alerts.list.fired'),
    cell: ({ firedAt }) => (firedAt === null ? t('alerts.list.never') : <Moment at={firedAt} />),
  },
  {
    id: 'actions',
    header: t('alerts.list.actions'),
    cell: (row) => <Actions alert={row} onDelete={() => onDelete(row)} />,
    align: 'end',
    phone: 'actions',
  },
];

function Actions({ alert, onDelete }: { alert: AlertWire; onDelete: () => void }) {
  const change = useSwitchAlert();
  return (
    <span className={styles.actions}>
      {alert.state !== 'ended' && (
        <Button size="small" busy={change.isPending} onClick={() => change.mutate(alert)}>
          {t(alert.state === 'active' ? 'alerts.pause' : 'alerts.resume')}
        </Button>
      )}
      <Button size="small" onClick={onDelete}>
        {t('alerts.delete.action')}
      </Button>
    </span>
  );
}

interface AlertListProps {
  alerts: AlertsWire | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The member's alerts, newest first. */
export function AlertList({ alerts, error, onRetry }: AlertListProps) {
  const [asked, setAsked] = useState<AlertWire | null>(null);
  const remove = useDeleteAlert(() => setAsked(null));
  return (
    <Card title={t('alerts.list.title')} span={12} flush>
      <DataTable
        caption={t('alerts.list.title')}
        columns={columns(setAsked)}
        rows={alerts?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={onRetry}
        cardsBelow={900}
        empty={{ title: t('alerts.list.none'), text: t('alerts.list.noneText') }}
      />
      {asked && (
        <ConfirmDialog
          title={t('alerts.delete.title')}
          action={t('alerts.delete.action')}
          running={t('alerts.delete.running')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(asked)}
          onClose={() => {
            setAsked(null);
            remove.reset();
          }}
        >
          {t('alerts.delete.text', { alert: describeAlert(asked) })}
        </ConfirmDialog>
      )}
    </Card>
  );
}
