import type { MenuItem } from '../../components/layout/app-shell';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import type { SearchHitWire } from '../../lib/wire/types';

type Kind = SearchHitWire['kind'];

/** Something that the search leads to. */
export interface SearchEntry {
  key: string;
  group: string;
  to: string;
  title: string;
  detail: string;
}

const kinds: Readonly<Record<Kind, { group: string; to: (id: string) => string }>> = {
  user: { group: 'Users', to: consolePaths.user },
  kyc: { group: 'KYC cases', to: consolePaths.kycReview },
  payment: { group: 'Payments', to: consolePaths.payment },
  invoice: { group: 'Invoices', to: consolePaths.invoice },
  signal: { group: 'Signals', to: consolePaths.signal },
};

/** "partially_paid" as "Partially paid". */
const words = (code: string) => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;

const detailOf = ({ kind, detail, status, at }: SearchHitWire): string =>
  [
    detail !== null && (kind === 'signal' ? words(detail) : detail),
    status !== null && status !== 'active' && words(status),
    kind !== 'user' && day(at),
  ]
    .filter(Boolean)
    .join(' · ');

/** The pages of the menu whose name or group has every word of `q`, in the order of the menu. */
export function pagesFor(menu: readonly MenuItem[], q: string): SearchEntry[] {
  const wanted = q.toLowerCase().split(/\s+/);
  return menu
    .filter(({ group = '', label }) => wanted.every((word) => `${group} ${label}`.toLowerCase().includes(word)))
    .map(({ to, label, group = '' }) => ({ key: to, group: 'Pages', to, title: label, detail: group }));
}

export const entriesOf = (hits: readonly SearchHitWire[]): SearchEntry[] =>
  hits.map((hit) => ({
    key: `${hit.kind}-${hit.id}`,
    group: kinds[hit.kind].group,
    to: kinds[hit.kind].to(hit.id),
    title: hit.title,
    detail: detailOf(hit),
  }));
