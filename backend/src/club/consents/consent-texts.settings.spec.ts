import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { retentionTable } from '../../platform/config/index.js';
import { MINIMUM_AGE } from '../users/index.js';
import { consentedEmails, emailTexts, registrationTexts } from './consent-texts.settings.js';

interface Document {
  sections: { id: string }[];
}
interface Site {
  figures: Record<string, number>;
  terms: Document;
  disclaimer: Document;
}

const site = parse(readFileSync('frontend/content/site.yaml', 'utf8')) as Site;
const sum = (text: string) => createHash('sha256').update(text).digest('hex');
const sumOf = (document: object) =>
  sum(JSON.stringify(document).replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(site.figures[name])));
/** On one line, however the formatter wraps it. */
const page = (path: string) => readFileSync(`frontend/src/features/${path}`, 'utf8').replaceAll(/\s+/g, ' ');

const titleOf = (language: string, kind: string): string => {
  const texts = JSON.parse(readFileSync(`frontend/locales/${language}/notifications.json`, 'utf8')) as {
    kind: Record<string, { title: string }>;
  };
  return texts.kind[kind]!.title;
};

describe('texts that members agree to', () => {
  it('are those of the public site: a changed one needs a new TERMS_VERSION, and its sum', () => {
    expect(registrationTexts.terms.sha256).toBe(sumOf(site.terms));
    expect(registrationTexts.privacy.sha256).toBe(sumOf(site.terms.sections.find(({ id }) => id === 'data')!));
    expect(registrationTexts['risk-disclaimer'].sha256).toBe(sumOf(site.disclaimer));
  });

  it('are those of the forms', () => {
    const { register } = JSON.parse(readFileSync('frontend/locales/en/auth.json', 'utf8')) as {
      register: { help: { dateOfBirth: string }; agree: string };
    };
    expect(registrationTexts.age.sha256).toBe(sum(register.help.dateOfBirth.replace('{age, number}', String(MINIMUM_AGE))));
    expect(register.agree).toMatch(/^I have read the <terms>terms<\/terms> and the <disclaimer>disclaimer<\/disclaimer> and agree to them/);
    expect(page('auth/register-page.tsx')).toMatch(/auth\.register\.agree.*paths\.terms.*paths\.disclaimer/);
    expect(page('notifications/preference-table.tsx')).toMatch(/t\(`notifications\.kind\.\$\{row\.kind\}\.title`\)/);
    expect(consentedEmails.map((kind) => emailTexts[kind].sha256)).toEqual(consentedEmails.map((kind) => sum(titleOf('en', kind))));
  });

  it.each(['es', 'ar'] as const)('match the sentences of the forms in %s', (language) => {
    const read = (domain: string): unknown => JSON.parse(readFileSync(`frontend/locales/${language}/${domain}.json`, 'utf8'));
    const { register } = read('auth') as { register: { help: { dateOfBirth: string } } };
    const age = register.help.dateOfBirth.replace('{age, number}', String(MINIMUM_AGE));
    expect(registrationTexts.age.translations?.[language]).toBe(sum(age));
    expect(consentedEmails.map((kind) => emailTexts[kind].translations?.[language])).toEqual(
      consentedEmails.map((kind) => sum(titleOf(language, kind))),
    );
  });

  it('promise the periods that are kept to', () => {
    const { unconfirmedDays, rejectedKycDays, recordsYears, fundHistoryYears, unusableKeyDays, clubHistoryDays, sessionDays, auditYears } =
      retentionTable;
    expect(site.figures).toMatchObject({
      keepUnconfirmedDays: unconfirmedDays,
      keepRefusedDays: rejectedKycDays,
      keepRecordsYears: recordsYears,
      keepDeadKeyDays: unusableKeyDays,
      keepHistoryDays: clubHistoryDays,
      keepSessionsDays: sessionDays,
      keepAuditYears: auditYears,
    });
    expect(fundHistoryYears).toBe(recordsYears);
  });
});
