export { AccountStatusService } from './account-status.service.js';
export { AdminModule } from './admin.module.js';
