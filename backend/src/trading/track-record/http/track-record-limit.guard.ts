import { networkLimitGuard } from '../../../operations/audit/index.js';

/** `Cache-Control` of the record: as long as the server caches it. */
export const BRIEFLY = 'public, max-age=30';

/** Limits reads of the public track record, per network. */
export const TrackRecordLimitGuard = networkLimitGuard('trackRecordNetwork');

/** Limits downloads of its files, which are more expensive. */
export const TrackRecordFileGuard = networkLimitGuard('trackRecordFileNetwork');
