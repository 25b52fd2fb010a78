export { maySeeResources } from './subscription.policy.js';
export { ResourcesHttpModule } from './resources-http.module.js';
