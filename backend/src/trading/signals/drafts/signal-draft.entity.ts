import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../../club/users/index.js';
import type { DraftTerms } from './draft-terms.rules.js';

/** `confirmed`: the button was pressed, and the signal is about to be published. `replaced`: the admin has sent a newer draft. */
export const draftStates = ['open', 'confirmed', 'published', 'replaced'] as const;
export type DraftState = (typeof draftStates)[number];

const SignalDraftSchema = defineEntity({
  name: 'SignalDraft',
  tableName: 'signal_drafts',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** The admin who sent it to their own Telegram. */
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    /** The fields of the signal; a reply changes prices and the leverage. */
    terms: p.json<DraftTerms>(),
    /** Event whose only delivery is the draft's message. No foreign key: events are kept and deleted by another module. */
    eventId: p.uuid(),
    state: p.enum(draftStates).default('open'),
    /** SHA-256 of the open button, over its code, the terms that were shown, the admin and the chat. Null: there is none. */
    buttonHash: p.blob().nullable().hidden(),
    buttonExpiresAt: p.datetime().nullable(),
    confirmedAt: p.datetime().nullable(),
    /** No foreign key: published rows are never removed, and each check would lock the signal's row. */
    signalId: p.uuid().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Replies are refused afterwards. */
    expiresAt: p.datetime(),
  },
  uniques: [{ name: 'signal_drafts_event_id_unique', properties: ['eventId'] }],
  indexes: [
    { name: 'signal_drafts_user_index', properties: ['user'] },
    { name: 'signal_drafts_expires_index', properties: ['expiresAt'] },
    {
      name: 'signal_drafts_confirmed_index',
      expression: `create index "signal_drafts_confirmed_index" on "signal_drafts" ("confirmed_at") where "state" = 'confirmed'`,
    },
  ],
});

/** A draft of a signal that an admin has sent to their own Telegram, to publish it from there. */
export class SignalDraft extends SignalDraftSchema.class {}
SignalDraftSchema.setClass(SignalDraft);
export { SignalDraftSchema };
