import { removeDecorator, removeIf, replace } from '../../../scripts/lib/mutation/operations.mjs';

const endpoints = { project: 'unit', tests: 'push/push-endpoint' };
const devices = { project: 'integration', tests: 'channels/push-devices' };
const pushOutcomes = { project: 'unit', tests: 'push/push-outcome' };
const push = { project: 'integration', tests: 'channels/push.int' };
const pushSettings = { project: 'unit', tests: 'config/web-push' };

/** T27: notifications of browsers, which name the server that we post to. */
export const pushControls = [
  {
    id: 'T27.53',
    control: 'only known push services are called',
    mutation: replace('pushEndpoint', '!hosts.some(_)', 'false'),
    ...endpoints,
    name: 'as service',
  },
  {
    id: 'T27.54',
    control: 'push services are called over https alone',
    mutation: removeIf('pushEndpoint', "'not-https'"),
    ...endpoints,
    name: 'as not-https',
  },
  {
    id: 'T27.55',
    control: 'push services are called at port 443 alone',
    mutation: removeIf('pushEndpoint', "'port'"),
    ...endpoints,
    name: 'as port',
  },
  {
    id: 'T27.56',
    control: 'a browser is added after a fresh confirmation',
    mutation: removeDecorator('PushController.add', 'StepUp'),
    ...devices,
    name: 'after a fresh confirmation',
  },
  {
    id: 'T27.57',
    control: 'members who may not see signals add no browser',
    mutation: removeIf('PushDevicesService.add', '!maySeeSignals(actor)'),
    ...devices,
    name: 'may not see signals',
  },
  {
    id: 'T27.58',
    control: 'a member has ten browsers at most',
    mutation: removeIf('PushDevicesService.put', 'MAX_DEVICES'),
    ...devices,
    name: 'browsers at most',
  },
  {
    id: 'T27.59',
    control: 'a browser belongs to the member who used it last',
    mutation: removeIf('PushDevicesService.renew', 'own?.userId !== userId'),
    ...devices,
    name: 'takes a browser over',
  },
  {
    id: 'T27.60',
    control: 'one browser with a key of somebody else does not stop a push service',
    mutation: removeIf('pushJudgementOf', '!hasAccepted'),
    ...pushOutcomes,
    name: 'stops no other',
  },
  {
    id: 'T27.61',
    control: 'a push service that asks to wait is not called by any process',
    mutation: replace('PushSender.send', "this.blocks.block('push', _, _)", 'Promise.resolve()'),
    ...push,
    name: 'keeps back what is for that host',
  },
  {
    id: 'T27.62',
    control: 'a subscription that ended gets nothing more',
    mutation: replace('pushJudgementOf', 'GONE.includes(status)', 'false'),
    ...pushOutcomes,
    name: 'ends the subscription',
  },
  {
    id: 'T27.63',
    control: 'a subject that Apple cannot reach is refused at the start',
    mutation: replace('vapidSubject', 'isIP(_) !== 0 || !HOST_NAME.test(_) || LOCAL_NAME.test(_)', 'false'),
    ...pushSettings,
    name: 'refuse the subject',
  },
  {
    id: 'T27.64',
    control: 'this machine is no push service outside of tests',
    mutation: replace('pushHosts', '!(allowLoopback && LOOPBACK.includes(host)) && $rest', '!LOOPBACK.includes(host) && $rest'),
    ...pushSettings,
    name: 'refuse the host',
  },
];
