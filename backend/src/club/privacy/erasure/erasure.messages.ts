import { DEFAULT_LANGUAGE, type Language, type Membership } from '../../../platform/domain/index.js';
import type { RetentionPeriods } from '../../../platform/config/index.js';
import { formatMessage } from '../../../platform/texts/index.js';
import arabic from '../../../../locales/ar/privacy.json' with { type: 'json' };
import english from '../../../../locales/en/privacy.json' with { type: 'json' };
import spanish from '../../../../locales/es/privacy.json' with { type: 'json' };

const catalogues: Readonly<Record<Language, typeof english>> = { en: english, es: spanish, ar: arabic };

export interface Kept {
  what: string;
  why: string;
  until: string;
}

/** What the member reads before requesting an erasure. */
export interface ErasureTexts {
  /** What the request erases at once. */
  erasedAtOnce: string[];
  /** What is kept, why, and until when. */
  kept: Kept[];
  complaint: string;
}

export function erasureTexts(membership: Membership, periods: RetentionPeriods, language: Language): ErasureTexts {
  const { erased, complaint } = catalogues[language];
  return { erasedAtOnce: Object.values(erased), kept: keptOf(membership, periods, language), complaint };
}

/** Returns what is kept after an erasure, why, and until when. */
export function keptOf(membership: Membership, periods: RetentionPeriods, language: Language = DEFAULT_LANGUAGE): Kept[] {
  const { kept } = catalogues[language];
  const until = (text: Kept, values: { years: number } | { days: number }): Kept => ({
    ...text,
    until: formatMessage(language, text.until, values),
  });
  return [
    until(kept.records, { years: periods.recordsYears }),
    until(kept.invoices, { years: periods.recordsYears }),
    membership === 'hedge fund'
      ? until(kept['fund-history'], { years: periods.fundHistoryYears })
      : until(kept['club-history'], { days: periods.clubHistoryDays }),
    until(kept.audit, { years: periods.auditYears }),
  ];
}
