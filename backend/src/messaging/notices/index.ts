export { clubKinds, type NewNotice, type NoticeFacts, type NoticePosition } from './notice.types.js';
export { instantOf } from './notice-items.query.js';
export { positionText } from './notice-position.rules.js';
export { listPosition } from './notice-position.schema.js';
export { NoticesHttpModule } from './notices-http.module.js';
export { NoticesModule } from './notices.module.js';
export { Notices } from './notices.service.js';
