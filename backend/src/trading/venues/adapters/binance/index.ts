export { BinanceAdapter } from './binance.adapter.js';
