import { removeIf, removeOperand, removeProperty, replace } from '../../../scripts/lib/mutation/operations.mjs';

const drafts = { project: 'integration', tests: 'channels/telegram-drafts' };
const draftReplies = { project: 'unit', tests: 'drafts/draft-reply' };
const updates = { project: 'unit', tests: 'telegram/telegram-update' };

export const signalDraftControls = [
  {
    id: 'T27.107',
    control: 'a button is bound to the terms that were shown, the admin and the chat',
    mutation: replace('buttonHashOf', 'JSON.stringify(_)', 'code'),
    ...draftReplies,
    name: 'is bound to its draft, terms, admin and chat',
  },
  {
    id: 'T27.108',
    control: 'a button works for two minutes',
    mutation: removeOperand('SignalDraftReplies.press', 'isButtonOver'),
    ...drafts,
    name: 'by a button that has expired',
  },
  {
    id: 'T27.109',
    control: 'only the admin whose draft it is publishes it',
    mutation: removeIf('SignalDraftReplies.press', 'draft?.userId !== userId'),
    ...drafts,
    name: 'for strangers, members, other admins',
  },
  {
    id: 'T27.110',
    control: 'an admin whose right has ended publishes nothing from Telegram',
    mutation: removeIf('SignalDraftReplies.refusal', '!mayPublish'),
    ...drafts,
    name: 'whose right has ended',
  },
  {
    id: 'T27.111',
    control: 'publishing from Telegram needs a confirmation in the web within 12 hours',
    mutation: replace('SignalDraftReplies.refusal', 'isConfirmed ? null : draftAnswers.notConfirmed', 'null'),
    ...drafts,
    name: 'without a confirmation in the web',
  },
  {
    id: 'T27.112',
    control: 'a draft that is old, published or replaced is not published',
    mutation: removeIf('SignalDraftReplies.refusal', "state !== 'open'"),
    ...drafts,
    name: 'that is old, or that a newer one has replaced',
  },
  {
    id: 'T27.113',
    control: 'a reply or a press counts in the private chat alone',
    mutation: removeOperand('isOwnChat', 'chat.id === from.id'),
    ...updates,
    name: 'count in the private chat alone',
  },
  {
    id: 'T27.114',
    control: 'the audit log says that a signal was published from Telegram',
    mutation: removeProperty('SignalsService.publish', 'origin'),
    ...drafts,
    name: 'with the audit record of the console',
  },
];
