export { BinanceGateway } from './binance-gateway.js';
