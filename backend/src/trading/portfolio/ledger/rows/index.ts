export { IdOrder } from './id-order.js';
export { Known } from './known.js';
export { readRows } from './read-rows.js';
export { eachRow, type Row } from './row.js';
export type { RowsQuery } from './rows-request.js';
