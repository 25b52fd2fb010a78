export { FeeProjectionHttpModule } from './fee-projection-http.module.js';
