import { defineEntity, p } from '@mikro-orm/core';
import { uuidv7 } from '../../../platform/domain/index.js';
import { appendOnly } from '../../../platform/persistence/append-only.js';
import { Signal } from '../signal.entity.js';

export const amendmentKinds = ['cancel', 'move_stop', 'close_now'] as const;
export type AmendmentKind = (typeof amendmentKinds)[number];

const price = () => p.decimal('string').precision(38).scale(18).nullable();

const SignalAmendmentSchema = defineEntity({
  name: 'SignalAmendment',
  tableName: 'signal_amendments',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    signal: () => p.manyToOne(Signal).name('signal_id').mapToPk(),
    kind: p.enum(amendmentKinds),
    /** Of `move_stop`: the new stop. */
    stop: price(),
    /** Of `close_now`: the market price for closing at the time of the request. */
    price: price(),
    /** Valid from then on. */
    at: p.datetime(),
    /** No foreign key: published rows must not change when a user is erased. */
    createdBy: p.uuid(),
  },
  indexes: [{ name: 'signal_amendments_signal_index', properties: ['signal', 'at', 'id'] }],
  checks: [
    {
      name: 'signal_amendments_parts_check',
      expression: `("stop" is not null) = ("kind" = 'move_stop') and ("price" is not null) = ("kind" = 'close_now')`,
    },
  ],
  triggers: appendOnly('signal_amendments'),
});

/** A change of a published signal. Never changed or removed. */
export class SignalAmendment extends SignalAmendmentSchema.class {
  constructor(fields: { signalId: string; kind: AmendmentKind; stop: string | null; price: string | null; at: Date; createdBy: string }) {
    super();
    const { signalId, ...rest } = fields;
    Object.assign(this, { id: uuidv7(), signal: signalId }, rest);
  }
}
SignalAmendmentSchema.setClass(SignalAmendment);
export { SignalAmendmentSchema };
