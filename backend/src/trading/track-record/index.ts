export { TrackRecordHttpModule } from './track-record-http.module.js';
