import { useState } from 'react';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { ReviewRejectionWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import type { Decidable, Decision, ReviewType } from './review-kinds';
import { useDecide } from './use-decide';

/** What one may decide about a case, by buttons or by keys. */
export interface Decisions {
  /** False: this person decides nothing of the kind. */
  isAllowed: boolean;
  may: Readonly<Record<Decision, boolean>>;
  /** Why it cannot be approved yet. */
  blocked: string | null;
  running: Decision | null;
  /** The dialog that asks for a reason, with the one that is chosen already: its position in the list, from 0. */
  asking: { choice: number | null } | null;
  /** Why the rejection was refused. */
  problem: string | null;
  approve: () => void;
  ask: (choice?: number) => void;
  close: () => void;
  reject: (wish: ReviewRejectionWire) => void;
}

/** `blocked`: why the case cannot be approved yet. */
export function useDecisions(kind: ReviewType, review: Decidable, blocked: string | null): Decisions {
  const { running, problem, decide, forget } = useDecide(kind, review);
  const [asking, setAsking] = useState<Decisions['asking']>(null);
  const isAllowed = useMay()(kind.permission);
  const may = { approve: isAllowed && review.may.includes('approve'), reject: isAllowed && review.may.includes('reject') };
  const close = () => {
    forget();
    setAsking(null);
  };
  return {
    isAllowed,
    may,
    blocked,
    running,
    asking,
    problem: problem === null ? null : messageOf(problem),
    approve() {
      if (!may.approve || running !== null) return;
      if (blocked === null) void decide('approve');
      else notify.info(blocked);
    },
    ask(choice) {
      if (may.reject && running === null) setAsking({ choice: choice ?? null });
    },
    close,
    reject: (wish) => void decide('reject', wish).then((isSettled) => isSettled && setAsking(null)),
  };
}
