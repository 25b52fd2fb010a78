import Checkbox from '@mui/material/Checkbox';
import type { ReactElement } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';

export interface SelectionProps<R extends RaRecord> {
  bulkActions?: ReactElement;
  isRowSelectable?: (row: R) => boolean;
}

/** Takes one row into the selection, where there is no table with a column for it. */
export function SelectRow<R extends RaRecord>({ row, isSelectable }: { row: R; isSelectable: boolean }) {
  const { selectedIds, onToggleItem } = useListContext<R>();
  const translate = useTranslate();
  return (
    <Checkbox
      checked={isSelectable && selectedIds.includes(row.id)}
      disabled={!isSelectable}
      onChange={() => onToggleItem(row.id)}
      slotProps={{ input: { 'aria-label': translate('ra.action.select_row') } }}
    />
  );
}
