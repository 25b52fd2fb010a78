export { clubKinds, type NewNotice, type NoticeFacts, type NoticePosition } from './notice.types.js';
export { instantOf } from './notice-items.query.js';
export { positionText, readPosition } from './notice-position.rules.js';
export { NoticesHttpModule } from './notices-http.module.js';
export { NoticesModule } from './notices.module.js';
export { Notices } from './notices.service.js';
