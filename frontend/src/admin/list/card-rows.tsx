import { BulkActionsToolbar, type RaRecord, useListContext } from 'react-admin';
import { CardList, CardSorting } from '../../components/table/card-list';
import { type Column, numbered } from '../../components/table/data-table';
import styles from './list.module.css';
import { SelectRow } from './selection';
import type { RowsProps } from './table-rows';

/** The rows on a narrow screen: a card each. */
export function CardRows<R extends RaRecord>({ caption, columns, sorts, empty, bulkActions, isRowSelectable }: RowsProps<R>) {
  const { data, page, perPage, sort, setSort } = useListContext<R>();
  if (data?.length === 0) return empty;
  const select: Column<R> = {
    id: 'select',
    header: 'Select',
    cell: (row) => <SelectRow row={row} isSelectable={isRowSelectable?.(row) ?? true} />,
    phone: 'title',
  };
  const turned = (by: string): 'ASC' | 'DESC' => {
    if (by === sort.field) return sort.order === 'ASC' ? 'DESC' : 'ASC';
    return sorts.find((one) => one.by === by)?.order === 'desc' ? 'DESC' : 'ASC';
  };
  return (
    <>
      {bulkActions && (
        <BulkActionsToolbar selectAllButton={false} className={styles.selected ?? ''}>
          {bulkActions}
        </BulkActionsToolbar>
      )}
      {sorts.length > 1 && (
        <CardSorting
          columns={columns}
          sorting={{
            by: sort.field,
            order: sort.order === 'ASC' ? 'asc' : 'desc',
            onSort: (by) => setSort({ field: by, order: turned(by) }),
          }}
        />
      )}
      <CardList
        caption={caption}
        columns={bulkActions ? [select, ...columns] : columns}
        rows={data}
        rowKey={(row) => String(row.id)}
        position={(index) => numbered({ page, perPage }, index)}
      />
    </>
  );
}
