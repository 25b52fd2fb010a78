import { useNavigate } from 'react-router';
import type { ReviewCaseWire } from '../../lib/wire/types';
import type { ReviewType } from './review-kinds';
import type { Decisions } from './use-decisions';
import { undoable } from './undoable';
import { useKeys } from './use-keys';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/**
 * The keys of a case: J and K lead through the queue, A approves, R and the numbers of reasons reject, D asks for a document again, U
 * undoes, ? tells about them.
 */
export function useCaseKeys(
  kind: ReviewType,
  queue: ReviewCaseWire['queue'] | undefined,
  decisions: Decisions,
  { isOn, onHelp }: { isOn: boolean; onHelp: () => void },
): void {
  const navigate = useNavigate();
  const goTo = (id: string | null | undefined) => (id == null ? undefined : () => void navigate(kind.path(id)));
  useKeys(
    {
      j: goTo(queue?.after),
      k: goTo(queue?.before),
      a: decisions.approve,
      r: () => decisions.ask(),
      ...Object.fromEntries(DIGITS.map((digit, index) => [digit, () => decisions.ask(index)])),
      d: decisions.askAgain,
      u: () => undoable.undoLatest(),
      '?': onHelp,
    },
    isOn,
  );
}
