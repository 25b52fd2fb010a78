import { expressionBuilder } from 'kysely';
import type { Database } from '../../../database.js';
import { decidedChannels, statesOf, type DeliveryResult } from './delivery-result.rules.js';

/** Aliases of a query of deliveries: the delivery, and its address. */
type Joined = Database & { d: Database['deliveries']; a: Database['channel_addresses'] };
const eb = expressionBuilder<Joined, 'd' | 'a'>();

/** Deliveries that wait for a decision. The query must alias `deliveries` as `d`, and `channel_addresses` as `a`. */
export const isUnknown = eb.and([eb('d.state', '=', 'uncertain'), eb('a.channel', 'in', decidedChannels)]);

/** Deliveries with a result, see `resultOf`. */
export function hasResult(result: DeliveryResult) {
  if (result === 'unknown') return isUnknown;
  const inState = eb('d.state', 'in', statesOf(result));
  if (result !== 'waiting') return inState;
  return eb.or([inState, eb.and([eb('d.state', '=', 'uncertain'), eb('a.channel', 'not in', decidedChannels)])]);
}
