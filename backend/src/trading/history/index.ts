export { arrayLiteral, utcText, type ColumnType, type ColumnValue } from './array-literal.js';
export { HistoryHttpModule } from './history-http.module.js';
export * from './tables.js';
