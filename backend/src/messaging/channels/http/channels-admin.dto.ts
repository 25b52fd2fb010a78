import { z } from 'zod';
import { addressStates, channels, disabledReasons } from '../channel.types.js';
import { addressSorts } from '../console/address-list.repository.js';
import { deliverySorts } from '../console/delivery-list.repository.js';
import { decisions, deliveryResults } from '../console/delivery-result.rules.js';

const oneOf = <const T extends readonly string[]>(name: string, values: T) => z.enum(values, `${name} must be one of ${values.join(', ')}`);
const idOf = (name: string) => z.uuid(`${name} must be an id`).toLowerCase();
const ids = z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most');
const q = z.string('q must be text').trim().max(100, 'q can have up to 100 characters');
const channel = oneOf('channel', channels);

/** Sorts and filters of `channel-addresses`. */
export const addressListRules = {
  sortable: addressSorts,
  filters: {
    id: ids,
    channel,
    state: oneOf('state', addressStates),
    reason: oneOf('reason', disabledReasons),
    userId: idOf('userId'),
    q,
  },
};

/** Sorts and filters of `deliveries`. */
export const deliveryListRules = {
  sortable: deliverySorts,
  filters: {
    id: ids,
    channel,
    result: oneOf('result', deliveryResults),
    signalId: idOf('signalId'),
    userId: idOf('userId'),
    addressId: idOf('addressId'),
    q,
  },
};

/** POST /admin/deliveries/{id}/decision */
export const decisionBody = z.strictObject({ decision: oneOf('decision', decisions) });
export type DecisionBody = z.output<typeof decisionBody>;
