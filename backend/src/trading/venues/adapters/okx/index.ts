export { OkxAdapter } from './okx.adapter.js';
