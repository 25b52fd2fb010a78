/** The version of the terms that the registration form shows; stored with each sign-up. Raise it with every change of the text. */
export const TERMS_VERSION = '2026-11';
