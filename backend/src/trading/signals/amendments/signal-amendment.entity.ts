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
  checks: [
    {
      name: 'signal_amendments_parts_check',
      expression: `("stop" is not null) = ("kind" = 'move_stop') and ("price" is not null) = ("kind" = 'close_now')`,
    },
  ],
  triggers: appendOnly('signal_amendments'),
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
