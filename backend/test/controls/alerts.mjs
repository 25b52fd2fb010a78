import { removeIf, replace } from '../../../scripts/lib/mutation/operations.mjs';

const routes = { project: 'integration', tests: 'integration/alerts/routes' };
const account = { project: 'integration', tests: 'integration/alerts/account-alerts' };
const evaluation = { project: 'integration', tests: 'integration/alerts/evaluation' };

export const alertControls = [
  {
    id: 'T27.123',
    control: 'an alert is set by whoever may see signals',
    mutation: removeIf('AlertsService.create', '!maySeeSignals(_)'),
    ...routes,
    name: 'is for members who may see signals',
  },
  {
    id: 'T27.124',
    control: 'an alert is changed by its member alone',
    mutation: replace('AlertRepository.lock', "$query.where('user_id', '=', userId)", '$query'),
    ...routes,
    name: 'is nobody else’s',
  },
  {
    id: 'T27.125',
    control: 'a member sees what fired for them alone',
    mutation: replace('AlertRepository.findFirings', "$query.where('f.user_id', '=', userId)", '$query'),
    ...routes,
    name: 'is listed in pages, newest first, for its member alone',
  },
  {
    id: 'T27.126',
    control: 'a member who may not see signals any more is told nothing by their alerts',
    mutation: replace('AlertEvaluationRepository.lockSome', 'isInOrder && isReader(_)', 'isInOrder'),
    ...evaluation,
    name: 'tells nothing to a member who may not see signals',
  },
  {
    id: 'D9.57',
    control: 'a drawdown is told once until the account has recovered',
    mutation: replace('applyDrawdown', 'isArmed || fall.lte(_)', 'true'),
    ...account,
    name: 'fires once, and again only after the account has recovered',
  },
  {
    id: 'T27.102',
    control: 'a member who may not see signals any more is told nothing about their account by alerts',
    mutation: removeIf('AccountAlertEvaluator.evaluateOne', '!alert.isAllowed'),
    ...account,
    name: 'are for members who may see signals, who are told nothing of the time in which they may not',
  },
  {
    id: 'T27.103',
    control: 'an alert about an account is set by whoever may see signals',
    mutation: removeIf('AccountAlertsService.set', '!maySeeSignals(_)'),
    ...account,
    name: 'are for members who may see signals, who are told nothing of the time in which they may not',
  },
  {
    id: 'T6.34',
    control: 'a member has 50 alerts at most, also when they are set at the same time',
    mutation: replace('AlertRepository.lockAndCount', '$query.forNoKeyUpdate()', '$query'),
    ...routes,
    name: 'allows 50, also at the same time',
  },
];
