import type { MemberDetailWire } from '../../lib/wire/types';

/** Whether the futures of an account are read. */
export function futuresState({ futuresAvailable }: Pick<MemberDetailWire, 'futuresAvailable'>): string {
  if (futuresAvailable === null) return 'Not attempted yet';
  return futuresAvailable ? 'Read' : 'Not available with this key';
}
