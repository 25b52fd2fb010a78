export { IdOrder } from './id-order.js';
export { CellCache } from './cell-cache.js';
export { readRows } from './rows.reader.js';
export { eachRow, type Row } from './row.js';
export type { RowsQuery } from './rows-request.sql.js';
