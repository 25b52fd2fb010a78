export { BRIEFLY, TrackRecordLimitGuard } from './http/track-record-limit.guard.js';
export { TrackRecordHttpModule } from './track-record-http.module.js';
