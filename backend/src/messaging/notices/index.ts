export { clubKinds, type NewNotice, type NoticeFacts } from './notice.types.js';
export { NoticesHttpModule } from './notices-http.module.js';
export { NoticesModule } from './notices.module.js';
export { Notices } from './notices.service.js';
