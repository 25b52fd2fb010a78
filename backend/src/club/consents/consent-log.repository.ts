import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { networkOf } from '../../operations/audit/index.js';
import { DEFAULT_LANGUAGE, uuidv7, type Language } from '../../platform/domain/index.js';
import { currentTrace } from '../../platform/observability/trace.js';
import { db } from '../../database.js';
import type { ConsentPurpose, ConsentState } from './consent-event.entity.js';
import { emailTexts, registrationTexts, type ConsentedEmail, type RegistrationPurpose, type ShownText } from './consent-texts.settings.js';

/** The member and their browser. The network is that of the current request. */
export interface Consenter {
  userId: string;
  userAgent: string | null;
  /** Of the page; null: unknown, which gets English texts. */
  language: Language | null;
}

const registrationPurposes = Object.keys(registrationTexts) as RegistrationPurpose[];

/** Every statement about the table `consent_events`. Methods take `tx`, the transaction of the act that they prove. */
@Injectable()
export class ConsentLogRepository {
  /** Records the checkbox of the registration form, which covers all of these; the date of birth is the declaration of age. */
  async registered(tx: EntityManager, who: Consenter): Promise<void> {
    for (const purpose of registrationPurposes) await write(tx, who, purpose, 'given', registrationTexts[purpose], true);
  }

  /** Records a choice in the notification settings. */
  async chose(tx: EntityManager, who: Consenter, email: ConsentedEmail, state: ConsentState): Promise<void> {
    await write(tx, who, emailTexts[email].purpose, state, emailTexts[email], true);
  }

  /** Records a withdrawal outside of them. `how`: by the link in an email, or by an erasure request. */
  async ended(tx: EntityManager, who: Omit<Consenter, 'language'>, email: ConsentedEmail, how: string): Promise<void> {
    await write(tx, { ...who, language: null }, emailTexts[email].purpose, 'withdrawn', { ...emailTexts[email], document: how }, false);
  }
}

async function write(
  tx: EntityManager,
  { userId, userAgent, language }: Consenter,
  purpose: ConsentPurpose,
  state: ConsentState,
  { document, version, sha256, translations = {} }: ShownText,
  read: boolean,
): Promise<void> {
  const translated = language === null ? undefined : translations[language];
  await db(tx)
    .insertInto('consent_events')
    .values({
      id: uuidv7(),
      user_id: userId,
      purpose,
      state,
      document,
      version,
      language: !read ? null : translated === undefined ? DEFAULT_LANGUAGE : language,
      text_hash: read ? Buffer.from(translated ?? sha256, 'hex') : null,
      network: networkOf(currentTrace()?.ip ?? undefined),
      user_agent: userAgent?.slice(0, 300) ?? null,
    })
    .execute();
}
