import type { Language } from '../../platform/domain/index.js';
import { TERMS_VERSION } from '../users/index.js';
import type { ConsentPurpose } from './consent-event.entity.js';

/** A text as it is shown to the member who agrees to it. */
export interface ShownText {
  document: string;
  version: string;
  /** SHA-256 in hex: of a public document's JSON, in the order of its file and with its figures inserted, or of a sentence's UTF-8. */
  sha256: string;
  /** Hashes of the sentence in other languages. A text without them is shown in English on every page. */
  translations?: Readonly<Partial<Record<Language, string>>>;
}

/**
 * Texts of the registration form, by purpose. A test compares the hashes with the public site: a changed text needs a new TERMS_VERSION and
 * its new hash here, so that each version identifies one text.
 */
export const registrationTexts: Readonly<Record<'terms' | 'privacy' | 'risk-disclaimer' | 'age', ShownText>> = {
  terms: { document: 'terms', version: TERMS_VERSION, sha256: 'bb7a7073796ece11fd205a01cb348a69d688090e08ec979e212fa8a2ad690fb6' },
  privacy: {
    document: 'terms, section on personal data',
    version: TERMS_VERSION,
    sha256: '963b8317061925b8eeb1654f53dae2f43549ddcb6ca7daa5f68c63b0c94efd54',
  },
  'risk-disclaimer': {
    document: 'disclaimer',
    version: TERMS_VERSION,
    sha256: '98b69d5228deb9cc67aeffc61fd7df87db0147e5b1dab0f904e096d821342a96',
  },
  age: {
    document: 'registration form, age',
    version: TERMS_VERSION,
    sha256: 'e148a8cb799e4f07da6ad264c884e72a356b45fc60968bce6c6a5cb5b78b734d',
    translations: {
      es: '2f73c79fb359d78116443d4034aaf5d202fdcff64a7b2654f537dde7b9d6e268',
      ar: 'ade5257f11ff1205bdde55b1b9202ca3376b8b0a86b7c9313f0ebea86a95e8ae',
    },
  },
};

/** Labels of the two switches on the profile page. */
export const mailTexts: Readonly<Record<'marketing-mail' | 'signal-mail', ShownText>> = {
  'marketing-mail': {
    document: 'mail preferences, news',
    version: TERMS_VERSION,
    sha256: '5ab25f11eef773f3278bd0fd174c12b6fcc8730c7f9846533a6e13110e5fbdb1',
    translations: {
      es: '981e7176b388f6b31add593f3f6b6d3f8021b37ce268a57b2de9880dcd0c0eb1',
      ar: '18cb14de36015c6e41ebd97a823ba8830fce716bc693abb37bbf6dc6adc42bc8',
    },
  },
  'signal-mail': {
    document: 'mail preferences, signals',
    version: TERMS_VERSION,
    sha256: '3d7c65081dce0b5c3497abda8e5c54401d2c7dca9f7576ae9487482833b6e767',
    translations: {
      es: 'ae892313b27a89f1071b820311736323656494a7351ce768758773736d9b18a7',
      ar: '408949c85af1bc76ed9c1fabe3ba03502a7dc83d5ea5353ff4d10c688d19f3f2',
    },
  },
};

export type RegistrationPurpose = keyof typeof registrationTexts & ConsentPurpose;
