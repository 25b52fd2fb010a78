import { type RaRecord, useListContext } from 'react-admin';
import { CardList, CardSorting } from '../../components/table/card-list';
import { type Column, numbered } from '../../components/table/data-table';
import { SelectBox, type Selection } from './selection';
import type { RowsProps } from './table-rows';

/** The rows on a narrow screen: a card each. */
export function CardRows<R extends RaRecord>({ caption, columns, sorts, empty, selection }: RowsProps<R>) {
  const { data, page, perPage, sort, setSort, onToggleItem } = useListContext<R>();
  if (data?.length === 0) return empty;
  const turned = (by: string): 'ASC' | 'DESC' => {
    if (by === sort.field) return sort.order === 'ASC' ? 'DESC' : 'ASC';
    return sorts.find((one) => one.by === by)?.order === 'desc' ? 'DESC' : 'ASC';
  };
  return (
    <>
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
        columns={selection ? [selectColumn(selection, onToggleItem), ...columns] : columns}
        rows={data}
        rowKey={(row) => String(row.id)}
        position={(index) => numbered({ page, perPage }, index)}
      />
    </>
  );
}

const selectColumn = <R extends RaRecord>(selection: Selection<R>, onToggleItem: (id: R['id']) => void): Column<R> => ({
  id: 'select',
  header: 'Select',
  cell: (row) => <SelectBox row={row} selection={selection} onToggle={() => onToggleItem(row.id)} />,
  phone: 'title',
});
