import { removeIf, removeOperand, replace } from '../../../scripts/lib/mutation/operations.mjs';

const table = { project: 'unit', tests: 'preferences/notification-table' };
const quiet = { project: 'unit', tests: 'preferences/quiet-hours' };
const tokens = { project: 'unit', tests: 'preferences/unsubscribe-tokens' };
const preferences = { project: 'integration', tests: 'notifications/preferences' };

/** T27, continued: what members are told about, where and when. */
export const notificationControls = [
  {
    id: 'T27.41',
    control: 'a preference is asked when an event is fanned out',
    mutation: removeOperand('DeliveryFanOutRepository.findAddressesAfter', 'isWanted(row)'),
    ...preferences,
    name: 'when an event is fanned out',
  },
  {
    id: 'T27.42',
    control: 'a preference is asked again just before the request',
    mutation: replace('DeliveryWiringRepository.wire', 'dispatch.isOff ? TURNED_OFF : null', 'null'),
    ...preferences,
    name: 'just before the request',
  },
  {
    id: 'T27.43',
    control: 'what waits for the end of quiet hours is not tried before',
    mutation: removeIf('DeliveryWiringRepository.wire', '!dispatch.isOff && dispatch.heldUntil'),
    ...preferences,
    name: 'hold what waits',
  },
  {
    id: 'T27.44',
    control: 'nobody turns off what is required',
    mutation: removeIf('preferenceOf', "standard === 'required'"),
    ...table,
    name: 'ignores the member',
  },
  {
    id: 'T27.45',
    control: 'a required kind is no choice',
    mutation: removeOperand('isPossibleChoice', 'kind === EVERY_KIND || isOptional(kind, channel)'),
    ...table,
    name: 'of security by email as off',
  },
  {
    id: 'T27.46',
    control: 'an email that was turned off since it was queued is not sent',
    mutation: removeIf('LetterNotifications.judge', 'dispatch.isOff'),
    ...preferences,
    name: 'turned it off since it was queued',
  },
  {
    id: 'T27.47',
    control: 'a letter about security waits behind none that quiet hours hold',
    mutation: replace('MailSender.isDue', 'this.deliveries.hold(_, _)', 'Promise.resolve()'),
    ...preferences,
    name: 'holds up no letter',
  },
  {
    id: 'T27.48',
    control: 'a service broadcast waits behind no news that quiet hours hold',
    mutation: replace('BroadcastDeliveryRepository.claim', "$query.where('e.last_answer', 'is distinct from', QUIET_HOURS)", '$query'),
    ...preferences,
    name: 'a service broadcast does not',
  },
  {
    id: 'T27.49',
    control: 'an unsubscribe link ends its kind alone',
    mutation: replace('UnsubscribeTokens.read', 'topics[topic].kinds', 'topics.signals.kinds'),
    ...tokens,
    name: 'of one topic ends no other',
  },
  {
    id: 'T27.50',
    control: 'quiet hours that end in a doubled hour last until its second half',
    mutation: replace('quietWindowOf', "'last'", "'first'"),
    ...quiet,
    name: 'the second half past two',
  },
];
