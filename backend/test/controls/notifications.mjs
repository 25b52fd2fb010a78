import { editText, removeDecorator, removeIf, removeOperand, replace } from '../../../scripts/lib/mutation/operations.mjs';

const table = { project: 'unit', tests: 'preferences/notification-table' };
const quiet = { project: 'unit', tests: 'preferences/quiet-hours' };
const tokens = { project: 'unit', tests: 'preferences/unsubscribe-tokens' };
const preferences = { project: 'integration', tests: 'notifications/preferences' };
const planning = { project: 'integration', tests: 'broadcasts/planning' };
const planned = { project: 'integration', tests: 'broadcasts/planned' };
const segments = { project: 'integration', tests: 'broadcasts/segments' };
const fields = { project: 'unit', tests: 'personal-fields/personal-fields' };

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
    mutation: removeIf('DeliveryWiringRepository.judge', 'dispatch.isOff'),
    ...preferences,
    name: 'just before the request',
  },
  {
    id: 'T27.43',
    control: 'what waits for the end of quiet hours is not tried before',
    mutation: removeIf('DeliveryWiringRepository.judge', 'dispatch.heldUntil !== null'),
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
  {
    id: 'T27.75',
    control: 'a planned broadcast is edited after a recent confirmation',
    mutation: removeDecorator('BroadcastsAdminController.edit', 'StepUp'),
    ...planning,
    name: 'after a recent confirmation alone',
  },
  {
    id: 'T27.76',
    control: 'a file with the recipients of a broadcast asks for a recent confirmation',
    mutation: removeDecorator('BroadcastsAdminController.csv', 'StepUp'),
    ...planning,
    name: 'after a recent confirmation alone',
  },
  {
    id: 'T27.77',
    control: 'a segment gets no news that a member refused',
    mutation: editText('newsRefusalOf', 'case when not ', 'case when false and not '),
    ...segments,
    name: 'nobody who refused news does',
  },
  {
    id: 'T27.78',
    control: 'a value is filled in once and never read as a field itself',
    mutation: replace('fillFields', "if (value !== '') return value", "if (value !== '') return fillFields(value, values).text"),
    ...fields,
    name: 'are filled once',
  },
  {
    id: 'T27.79',
    control: 'a value brings no line and no change of direction into an email',
    mutation: replace('fillFields', "_.replaceAll(unsafe, ' ')", '_'),
    ...fields,
    name: 'bring no line',
  },
  {
    id: 'T27.80',
    control: 'a test email goes to the admin who asked for it',
    mutation: replace(
      'BroadcastDraftsService.sendToMyself',
      'this.outbox.queue(em, $letter)',
      "this.outbox.queue(em, Object.assign($letter, { to: '00000000-0000-4000-8000-000000000000' }))",
    ),
    ...segments,
    name: 'at the own address alone',
  },
  {
    id: 'T27.81',
    control: 'a broadcast that was started is edited no more',
    mutation: replace('BroadcastPlanRepository.edit', "$query.where('recipients_at', 'is', null)", '$query'),
    ...planning,
    name: 'edited until it starts',
  },
  {
    id: 'T27.82',
    control: 'a planned broadcast does not start while a recipient lacks a value',
    mutation: removeIf('BroadcastStarter.start', 'reach.lacking.length > 0'),
    ...planned,
    name: 'waits for an admin',
  },
  {
    id: 'T27.83',
    control: 'an unsubscribe link marks only the delivery of whom it was sent to',
    mutation: replace('BroadcastUnsubscribeRepository.record', "$query.where('user_id', '=', userId)", '$query'),
    ...planning,
    name: 'who unsubscribed',
  },
];
