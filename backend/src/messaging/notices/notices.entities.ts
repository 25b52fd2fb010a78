import { NoticeCursorSchema } from './notice-cursor.entity.js';
import { NoticeSchema } from './notice.entity.js';

export const noticeEntities = [NoticeSchema, NoticeCursorSchema];
