export { BybitAdapter } from './bybit.adapter.js';
