export { ResourcesHttpModule } from './resources-http.module.js';
