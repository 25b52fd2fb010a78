import type { SegmentWire } from '../../lib/wire/types';

export const segmentChoices = {
  memberships: { 'trade club': 'Trade club', 'hedge fund': 'Hedge fund' },
  kyc: { none: 'Not submitted', pending: 'Pending', approved: 'Approved', rejected: 'Rejected' },
  languages: { en: 'English, or unknown', es: 'Spanish', ar: 'Arabic' },
} as const satisfies {
  [K in 'memberships' | 'kyc' | 'languages']: Record<NonNullable<SegmentWire[K]>[number], string>;
};

const any = <K extends keyof typeof segmentChoices>(name: K, values: NonNullable<SegmentWire[K]>) =>
  values.map((value) => (segmentChoices[name] as Record<string, string>)[value] ?? value).join(' or ');

/** Says the conditions of a segment, one each. */
export function segmentWords({ memberships, payment, kyc, lastSeen, languages }: SegmentWire): string[] {
  const words = [
    ...(memberships ? [`Membership: ${any('memberships', memberships)}`] : []),
    ...(payment ? [`Payment: ${payment}`] : []),
    ...(kyc ? [`KYC: ${any('kyc', kyc)}`] : []),
    ...(lastSeen
      ? [`${lastSeen.when === 'within' ? 'Seen' : 'Not seen'} within the last ${lastSeen.days === 1 ? 'day' : `${lastSeen.days} days`}`]
      : []),
    ...(languages ? [`Language: ${any('languages', languages)}`] : []),
  ];
  return words.length > 0 ? words : ['No condition: every member'];
}
