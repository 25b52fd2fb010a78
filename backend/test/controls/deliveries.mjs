import { removeDecorator, replace, setDecorator } from '../../../scripts/lib/mutation/operations.mjs';

const deliveries = { project: 'integration', tests: 'channels/console' };

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
];
