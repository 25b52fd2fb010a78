import Checkbox from '@mui/material/Checkbox';
import type { MouseEvent, ReactElement } from 'react';
import { DatagridRow, type DatagridRowProps, type RaRecord, useListContext, useRecordContext } from 'react-admin';
import styles from './list.module.css';

/** What can be done with several rows at once. */
export interface Selection<R extends RaRecord> {
  actions: ReactElement;
  isSelectable: (row: R) => boolean;
  /** Names a row for screen readers. */
  nameOf: (row: R) => string;
}

interface SelectBoxProps<R extends RaRecord> {
  row: R;
  selection: Selection<R>;
  onToggle: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** The box that takes a row into the selection. */
export function SelectBox<R extends RaRecord>({ row, selection: { isSelectable, nameOf }, onToggle }: SelectBoxProps<R>) {
  const { selectedIds } = useListContext<R>();
  return (
    <Checkbox
      checked={isSelectable(row) && selectedIds.includes(row.id)}
      disabled={!isSelectable(row)}
      onClick={onToggle}
      slotProps={{ input: { 'aria-label': `Select ${nameOf(row)}` } }}
    />
  );
}

type SelectableRowProps<R extends RaRecord> = DatagridRowProps & { selection: Selection<R> };

/** A row of react-admin whose box has a name: its own box names neither the row nor the input. */
export function SelectableRow<R extends RaRecord>({ selection, children, ...row }: SelectableRowProps<R>) {
  return (
    <DatagridRow {...row} hasBulkActions={false}>
      <SelectField<R> cellClassName={styles.select ?? ''} selection={selection} onToggleItem={row.onToggleItem} />
      {children}
    </DatagridRow>
  );
}

type SelectFieldProps<R extends RaRecord> = Pick<DatagridRowProps, 'onToggleItem'> & {
  selection: Selection<R>;
  /** Read by the cell around the field. */
  cellClassName: string;
};

function SelectField<R extends RaRecord>({ selection, onToggleItem }: SelectFieldProps<R>) {
  const row = useRecordContext<R>();
  if (row === undefined) return null;
  return <SelectBox row={row} selection={selection} onToggle={(event) => onToggleItem?.(row.id, event)} />;
}
