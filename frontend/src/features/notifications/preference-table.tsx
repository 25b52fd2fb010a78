import { Lock } from 'lucide-react';
import { type Column, DataTable } from '../../components/table/data-table';
import { t } from '../../lib/i18n/texts';
import type { NotificationChannelColumnWire, NotificationKindRowWire, NotificationPreferencesWire } from '../../lib/wire/types';
import { changeOfCell, changeOfChannel, useChangePreferences } from './notifications';
import styles from './notifications.module.css';
import { PreferenceSelect } from './preference-select';

/** Null: the row about whole channels. */
type Row = NotificationKindRowWire | null;

const titleOf = (row: Row): string => (row === null ? t('notifications.all.title') : t(`notifications.kind.${row.kind}.title`));

function NameCell({ row }: { row: Row }) {
  return (
    <div className={styles.name}>
      <span className={styles.title}>{titleOf(row)}</span>
      <span className={styles.text}>{row === null ? t('notifications.all.text') : t(`notifications.kind.${row.kind}.text`)}</span>
    </div>
  );
}

function AlwaysOn() {
  return (
    <span className={styles.required}>
      <Lock size={14} aria-hidden="true" />
      {t('notifications.cell.required')}
    </span>
  );
}

/** The kinds by the channels; cards on a phone. */
export function PreferenceTable({ settings }: { settings: NotificationPreferencesWire }) {
  const { mutate, isPending } = useChangePreferences();
  const cellOf = (row: Row, column: NotificationChannelColumnWire) => {
    const { channel } = column;
    const label = t('notifications.cell.label', { kind: titleOf(row), channel: t(`notifications.channel.${channel}`) });
    if (row === null)
      return (
        <PreferenceSelect
          label={label}
          values={column.values}
          value={column.value}
          isWhole
          disabled={isPending}
          onChoose={(value) => mutate(changeOfChannel(column, settings.kinds, value))}
        />
      );
    const cell = row.cells.find((one) => one.channel === channel);
    if (!cell)
      return (
        <span className={styles.none} title={t('notifications.cell.none')}>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{t('notifications.cell.none')}</span>
        </span>
      );
    if (cell.source === 'required') return <AlwaysOn />;
    return (
      <PreferenceSelect
        label={label}
        values={cell.values}
        value={cell.value}
        disabled={isPending}
        onChoose={(value) => value !== null && mutate(changeOfCell(row, channel, value))}
      />
    );
  };
  const columns: Column<Row>[] = [
    { id: 'kind', header: t('notifications.column'), cell: (row) => <NameCell row={row} />, wrap: true, pin: true, phone: 'title' },
    {
      // In no choice of the server: whoever is told anything is told there.
      id: 'centre',
      header: t('notifications.centre.channel'),
      cell: () => <AlwaysOn />,
    },
    ...settings.channels.map((column): Column<Row> => ({
      id: column.channel,
      header: t(`notifications.channel.${column.channel}`),
      cell: (row) => cellOf(row, column),
    })),
  ];
  return (
    <DataTable
      caption={t('notifications.title')}
      columns={columns}
      rows={[null, ...settings.kinds]}
      rowKey={(row) => row?.kind ?? 'all'}
      empty={{ title: t('notifications.failed') }}
    />
  );
}
