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

/** Emails that a member agrees to, by the kind of notification. */
export const consentedEmails = ['signal-published', 'signal-changed', 'signal-ended', 'news'] as const;
export type ConsentedEmail = (typeof consentedEmails)[number];

/** Names of these emails in the notification settings, and what agreeing to one of them is for. */
export const emailTexts: Readonly<Record<ConsentedEmail, ShownText & { purpose: ConsentPurpose }>> = {
  'signal-published': {
    purpose: 'signal-mail',
    document: 'notification settings, new signals',
    version: TERMS_VERSION,
    sha256: '5d57b86b512cd69ee5f967c7d18fafe6ae298132a9e766031058554d35861f8f',
    translations: {
      es: 'beb9594a91904ecaff404373cfbe942a22063f584034e96246a4b28ca4ba2459',
      ar: 'e800e051323118be815083424fb40ead4b6f878f00494eeac6435371b8c0e49e',
    },
  },
  'signal-changed': {
    purpose: 'signal-mail',
    document: 'notification settings, changes to signals',
    version: TERMS_VERSION,
    sha256: '847c658c49c981904b350105dcf78cd1122cafc52392eec1dbccad964101a2d9',
    translations: {
      es: '0407f86d719f6c4d727bf59cb316b0669162f0f9e488225b23592eed52fad343',
      ar: 'fe4ce0ba74b8a56a96744907c423ae4bd7e3f236a35b17d4ae1d64a5cf03e2cd',
    },
  },
  'signal-ended': {
    purpose: 'signal-mail',
    document: 'notification settings, signal results',
    version: TERMS_VERSION,
    sha256: '0577b5a4f03aac2d83c665eadfc5fa1c0b4045073c62b1255c2acf17aa04ff35',
    translations: {
      es: '7ee6d76ca71955dcf84ab35f221cd51a76c228f1599370b00feceaa3d41532d0',
      ar: 'd2680be350801d12f915c931a8112088c4c946026c8e39615d65518e7fe83d35',
    },
  },
  news: {
    purpose: 'marketing-mail',
    document: 'notification settings, news',
    version: TERMS_VERSION,
    sha256: '5ab25f11eef773f3278bd0fd174c12b6fcc8730c7f9846533a6e13110e5fbdb1',
    translations: {
      es: '981e7176b388f6b31add593f3f6b6d3f8021b37ce268a57b2de9880dcd0c0eb1',
      ar: '18cb14de36015c6e41ebd97a823ba8830fce716bc693abb37bbf6dc6adc42bc8',
    },
  },
};

export type RegistrationPurpose = keyof typeof registrationTexts & ConsentPurpose;
