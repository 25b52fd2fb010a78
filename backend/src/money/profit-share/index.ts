export { ProfitShareHttpModule } from './profit-share-http.module.js';
