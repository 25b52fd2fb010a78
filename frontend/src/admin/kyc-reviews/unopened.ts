import type { KycReviewWire } from '../../lib/wire/types';

export type KycDocument = keyof KycReviewWire['opened'];

/** Why a submission cannot be approved yet; null where both documents have been opened: earlier, or on this page. */
export function unopened({ opened }: Pick<KycReviewWire, 'opened'>, here: ReadonlySet<string> = new Set()): string | null {
  const isMissing = (['idCard', 'proofOfAddress'] as const).some((document) => !opened[document] && !here.has(document));
  return isMissing ? 'Open both documents before you approve.' : null;
}
