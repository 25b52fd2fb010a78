import { removeIf, removeStatement, replace, setDecorator } from '../../../scripts/lib/mutation/operations.mjs';

const routes = { project: 'integration', tests: 'signals/position-size' };
const rules = { project: 'unit', tests: 'signals/position-size.rules' };

export const positionSizeControls = [
  {
    id: 'T27.116',
    control: 'a position size is read by whoever may read the signal',
    mutation: setDecorator('PositionSizeController', "Access('member')"),
    ...routes,
    name: 'is read by whoever may read the signal',
  },
  {
    id: 'T27.117',
    control: 'a position size is computed from the equity of the reader alone',
    mutation: replace('findMemberEquity', "$query.where('a.user_id', '=', userId)", '$query'),
    ...routes,
    name: 'each from the own account',
  },
  {
    id: 'T27.118',
    control: 'a position size is computed from the account that is connected now',
    mutation: replace('findMemberEquity', "$query.where('a.is_current', '=', true)", '$query'),
    ...routes,
    name: 'says why there is no size',
  },
  {
    id: 'T27.119',
    control: 'a member stores a risk for nobody else',
    mutation: replace('UserRepository.changeRiskPercent', "$query.where('id', '=', id)", '$query'),
    ...routes,
    name: 'takes the risk of the question, or the stored one',
  },
  {
    id: 'T27.120',
    control: 'a liquidation at or before the stop is warned of',
    mutation: removeIf('positionSize', 'isEarly'),
    ...rules,
    name: 'warns where the exchange would close it',
  },
  {
    id: 'T27.121',
    control: 'a position costs no more than the equity',
    mutation: removeStatement('positionSize', "reduce(wholeLots(_, unit.leveragedCost, lots.step), 'margin-exceeds-equity')"),
    ...rules,
    name: 'what the equity pays for',
  },
  {
    id: 'T27.122',
    control: 'the loss at the stop includes the fees of both orders',
    mutation: replace('perUnit', '$distance.plus(entry.plus(stopLoss).times(takerFee))', '$distance'),
    ...rules,
    name: 'fees of both orders included',
  },
];
