import type { CommentStateWire, ModerationWire, ReportReasonWire } from '../../lib/wire/types';
import type { StateWords } from '../state-badge';

export const stateWords: Readonly<Record<CommentStateWire, StateWords>> = {
  visible: { tone: 'up', words: 'Visible' },
  hidden: { tone: 'warn', words: 'Hidden', meaning: 'Only its author sees it. You can restore it.' },
  removed: { tone: 'down', words: 'Removed', meaning: 'The text is deleted.' },
  deleted: { tone: 'neutral', words: 'Deleted', meaning: 'Deleted by its author, or with their account.' },
};

export const reasonWords: Readonly<Record<ReportReasonWire, string>> = {
  spam: 'Advertising or spam',
  offensive: 'Offensive',
  'private-data': 'Personal data',
  misleading: 'Misleading',
  other: 'Something else',
};

export type CommentAct = ModerationWire | 'mute' | 'ban' | 'readmit';

interface ActWords {
  action: string;
  running: string;
  title: string;
  text: string;
  done: string;
  look: 'danger' | 'primary';
}

export const actWords: Readonly<Record<CommentAct, ActWords>> = {
  hide: {
    action: 'Hide',
    running: 'Hiding…',
    title: 'Hide this comment?',
    text: 'Only its author sees it, with your reason. You can restore it.',
    done: 'The comment is hidden.',
    look: 'primary',
  },
  restore: {
    action: 'Restore',
    running: 'Restoring…',
    title: 'Restore this comment?',
    text: 'Everybody who can read the page sees it again.',
    done: 'The comment is visible again.',
    look: 'primary',
  },
  remove: {
    action: 'Remove',
    running: 'Removing…',
    title: 'Remove this comment?',
    text: 'The text is deleted permanently. The author sees your reason.',
    done: 'The comment is removed.',
    look: 'danger',
  },
  dismiss: {
    action: 'Dismiss reports',
    running: 'Dismissing…',
    title: 'Dismiss the reports?',
    text: 'The comment stays as it is. The reason is recorded in the audit log.',
    done: 'The reports are dismissed.',
    look: 'primary',
  },
  mute: {
    action: 'Mute',
    running: 'Muting…',
    title: 'Mute the author?',
    text: 'The member can read, but not write comments. They see your reason and when it ends.',
    done: 'The member is muted.',
    look: 'primary',
  },
  ban: {
    action: 'Ban',
    running: 'Banning…',
    title: 'Ban the author from comments?',
    text: 'The member can read, but not write comments until you readmit them. They see your reason.',
    done: 'The member is banned from comments.',
    look: 'danger',
  },
  readmit: {
    action: 'Readmit',
    running: 'Readmitting…',
    title: 'Readmit the author?',
    text: 'The mute or ban ends now.',
    done: 'The member can comment again.',
    look: 'primary',
  },
};
