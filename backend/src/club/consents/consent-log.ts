import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { networkOf } from '../../operations/audit/index.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { currentTrace } from '../../platform/observability/trace.js';
import type { ConsentPurpose, ConsentState } from './consent-event.entity.js';
import { mailTexts, registrationTexts, type RegistrationPurpose, type ShownText } from './shown-texts.js';

/** Whose consent it is, and the program they gave it with. The network is that of the request under way. */
export interface Consenter {
  userId: string;
  userAgent: string | null;
}

type MailPurpose = keyof typeof mailTexts;
const registrationPurposes = Object.keys(registrationTexts) as RegistrationPurpose[];

/**
 * What members agreed to, in which words, and when they took it back. Every method writes in the transaction of `em`, so that the act and
 * its proof commit together.
 */
@Injectable()
export class ConsentLog {
  /** The checkbox of the registration form, which stands for all of these; their date of birth is the declaration of age. */
  async registered(em: EntityManager, who: Consenter): Promise<void> {
    for (const purpose of registrationPurposes) await write(em, who, purpose, 'given', registrationTexts[purpose], true);
  }

  /** A switch of the profile page was turned. */
  async chose(em: EntityManager, who: Consenter, purpose: MailPurpose, state: ConsentState): Promise<void> {
    await write(em, who, purpose, state, mailTexts[purpose], true);
  }

  /** It ended without a switch: by the link in a mail, by a request to be erased. `how` says by which. */
  async ended(em: EntityManager, who: Consenter, purpose: MailPurpose, how: string): Promise<void> {
    await write(em, who, purpose, 'withdrawn', { ...mailTexts[purpose], document: how }, false);
  }
}

async function write(
  em: EntityManager,
  { userId, userAgent }: Consenter,
  purpose: ConsentPurpose,
  state: ConsentState,
  { document, version, sha256 }: ShownText,
  read: boolean,
): Promise<void> {
  await em.execute(
    'insert into consent_events (id, user_id, purpose, state, document, version, text_hash, network, user_agent) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    [
      uuidv7(),
      userId,
      purpose,
      state,
      document,
      version,
      read ? Buffer.from(sha256, 'hex') : null,
      networkOf(currentTrace()?.ip ?? undefined),
      userAgent?.slice(0, 300) ?? null,
    ],
  );
}
