import { removeDecorator, removeOperand, replace, setDecorator } from '../../../scripts/lib/mutation/operations.mjs';

const deliveries = { project: 'integration', tests: 'channels/console' };
const accountNotices = { project: 'integration', tests: 'channels/account-notices' };

/** T27, continued: what the console shows of channels, and decides about messages whose outcome is unknown. */
export const deliveryControls = [
  {
    id: 'T27.84',
    control: 'deciding about a message needs the permission to manage the system',
    mutation: setDecorator('DeliveriesAdminController.decide', "Access('system.read')"),
    ...deliveries,
    name: 'needs permission',
  },
  {
    id: 'T27.85',
    control: 'a message is decided about after a fresh confirmation',
    mutation: removeDecorator('DeliveriesAdminController.decide', 'StepUp'),
    ...deliveries,
    name: 'needs a fresh confirmation',
  },
  {
    id: 'T27.86',
    control: 'the console shows the host of a webhook, never its URL',
    mutation: replace('AddressNames.of', 'new URL($url).host', '$url'),
    ...deliveries,
    name: 'nothing that works like a key',
  },
  {
    id: 'T27.96',
    control: 'a notice about an account goes to the addresses of its member alone',
    mutation: replace('NoticeFanOut.fanOut', 'owner === userId', 'true'),
    ...accountNotices,
    name: 'goes to its member alone',
  },
  {
    id: 'T27.97',
    control: 'a notice outside of the product says no amounts, codes or networks',
    mutation: replace('accountEventData', 'SHOWN_FACTS.includes(fact)', 'true'),
    project: 'unit',
    tests: 'support/account-notice',
    name: 'carry no amounts',
  },
  {
    id: 'T27.98',
    control: 'a notice that a member turned off since it was queued is not sent',
    mutation: replace('notificationKindOf', 'accountKindOf(kind)', 'null'),
    ...accountNotices,
    name: 'again just before the request',
  },
  {
    id: 'T27.99',
    control: 'a summary that names signals goes only to members who may see them',
    mutation: removeOperand('mayGet', '!namesSignals(row) || isReader(row)'),
    project: 'integration',
    tests: 'channels/push.int',
    name: 'names no signals to a member who lost the right',
  },
  {
    id: 'T27.100',
    control: 'what has ended during quiet hours is not summed up',
    mutation: replace('isStillOpen', "kind === 'signal.ended'", 'false'),
    project: 'unit',
    tests: 'push/quiet-summary',
    name: 'nothing that has ended',
  },
  {
    id: 'T27.101',
    control: 'a request to be erased ends the Telegram connection and deletes what was sent there',
    mutation: replace('ImmediateErasureService.erase', 'this.telegram.erase(tx, userId)', 'Promise.resolve()'),
    project: 'integration',
    tests: 'channels/telegram-erasure',
    name: 'ends the connection at once',
  },
];
