import { defineEntity, p } from '@mikro-orm/core';
import { uuidv7 } from '../../common/domain/index.js';
import { Signal } from '../signal.entity.js';

export const amendmentKinds = ['cancel', 'move_stop', 'close_now'] as const;
export type AmendmentKind = (typeof amendmentKinds)[number];

function appendOnly(event: 'update' | 'delete') {
  return { name: `signal_amendments_no_${event}`, timing: 'before' as const, events: [event], forEach: 'statement' as const, body: `raise exception 'signal_amendments is append-only'` };
}

const price = () => p.decimal('string').precision(38).scale(18).nullable();

const SignalAmendmentSchema = defineEntity({
  name: 'SignalAmendment',
  tableName: 'signal_amendments',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    signal: () => p.manyToOne(Signal).name('signal_id').mapToPk(),
    kind: p.enum(amendmentKinds),
    /** Of `move_stop`: where the stop stands from then on. */
    stop: price(),
    /** Of `close_now`: what the market offered for the way out when it was received. */
    price: price(),
    /** From then on it counts. */
    at: p.datetime(),
    /** No foreign key: erasing a person must not need an edit of what was published. */
    createdBy: p.uuid(),
  },
  indexes: [{ name: 'signal_amendments_signal_index', properties: ['signal', 'at', 'id'] }],
  checks: [{ name: 'signal_amendments_parts_check', expression: `("stop" is not null) = ("kind" = 'move_stop') and ("price" is not null) = ("kind" = 'close_now')` }],
  triggers: [appendOnly('update'), appendOnly('delete')],
});

/** A later word on a published signal. Nothing changes or removes it either. */
export class SignalAmendment extends SignalAmendmentSchema.class {
  constructor(fields: { signalId: string; kind: AmendmentKind; stop: string | null; price: string | null; at: Date; createdBy: string }) {
    super();
    const { signalId, ...rest } = fields;
    Object.assign(this, { id: uuidv7(), signal: signalId }, rest);
  }
}
SignalAmendmentSchema.setClass(SignalAmendment);
export { SignalAmendmentSchema };
