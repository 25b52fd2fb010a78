import { editText, removeOperand, replace } from '../../../scripts/lib/mutation/operations.mjs';

const centre = { project: 'integration', tests: 'notifications/centre.int' };
const pages = { project: 'integration', tests: 'notifications/centre-pages' };
const topics = { project: 'unit', tests: 'live/topics' };

/** T27, continued: whose notifications, and for whom. */
export const noticeControls = [
  {
    id: 'T27.65',
    control: 'nobody marks the notification of another member as read',
    mutation: replace('NoticeRepository.markRead', "$query.where('user_id', '=', userId)", '$query'),
    ...centre,
    name: 'seen and read by nobody else',
  },
  {
    id: 'T27.66',
    control: 'a list has the notifications of its member alone',
    mutation: editText('personal', 'where n.user_id =', 'where true or n.user_id ='),
    ...centre,
    name: 'seen and read by nobody else',
  },
  {
    id: 'T27.67',
    control: 'nobody marks all notifications of everybody as read',
    mutation: replace('NoticeRepository.markReadUpTo', "$query.where('user_id', '=', userId)", '$query'),
    ...centre,
    name: 'seen and read by nobody else',
  },
  {
    id: 'T27.68',
    control: 'signals are listed to those who may see them',
    mutation: editText('clubItems', '::boolean', '::boolean is not null'),
    ...centre,
    name: 'for those alone who may see them',
  },
  {
    id: 'T27.69',
    control: 'each request asks whether its member may see signals',
    mutation: replace('readerOf', 'maySeeSignals(actor)', 'true'),
    ...centre,
    name: 'for those alone who may see them',
  },
  {
    id: 'T27.70',
    control: 'signals are listed from when the right to see them began',
    mutation: editText('clubItems', 'e.created_at >= (select signals_since from r)', 'true'),
    ...centre,
    name: 'for those alone who may see them',
  },
  {
    id: 'T27.71',
    control: 'a broadcast is listed to its audience',
    mutation: editText('clubItems', "b.audience in ('all', (select role from r))", 'true'),
    ...centre,
    name: 'for their audience',
  },
  {
    id: 'T27.72',
    control: 'a page of notifications has a bound',
    mutation: removeOperand('limitQuery', 'limit <= max'),
    ...pages,
    name: 'without a bound',
  },
  {
    id: 'T27.73',
    control: 'a broadcast is listed from when it is sent, and not while it is paused',
    mutation: editText('clubItems', "and b.state in ('sending', 'done')", ''),
    ...centre,
    name: 'for their audience',
  },
  {
    id: 'T27.74',
    control: 'changes of notifications are told to members alone',
    mutation: replace('mayHear', 'memberTopics.includes(_)', 'false'),
    ...topics,
    name: 'hears of what the role may read',
  },
];
