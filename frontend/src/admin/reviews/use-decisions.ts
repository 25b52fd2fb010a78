import { useState } from 'react';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { ReviewRejectionWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import type { DocumentWish } from './ask-dialog';
import type { Act, Decidable, ReviewType } from './review-kinds';
import { undoable } from './undoable';
import { useDecide } from './use-decide';

const STAY = () => false;

/** What one may decide about a case, by buttons or by keys. */
export interface Decisions {
  /** False: this person decides nothing of the kind. */
  isAllowed: boolean;
  may: Readonly<Record<Act, boolean>>;
  /** A decision of one's own can still be undone. */
  mayUndo: boolean;
  /** Why it cannot be approved yet. */
  blocked: string | null;
  running: Act | null;
  /** The dialog that asks for a reason, with the one that is chosen already: its position in the list, from 0. */
  asking: { choice: number | null } | null;
  /** The dialog that asks for a document again. */
  isAskingAgain: boolean;
  /** Why the rejection, or the request, was refused. */
  problem: string | null;
  approve: () => void;
  ask: (choice?: number) => void;
  askAgain: () => void;
  close: () => void;
  request: (wish: DocumentWish) => void;
  reject: (wish: ReviewRejectionWire) => void;
  undo: () => void;
}

/**
 * `blocked`: why the case cannot be approved yet. `goOn`: leads to the next case without waiting for the answer, and says whether there is
 * one.
 */
export function useDecisions(kind: ReviewType, review: Decidable, blocked: string | null, goOn: () => boolean = STAY): Decisions {
  const { running, problem, decide, undo, forget } = useDecide(kind, review);
  const [asking, setAsking] = useState<Decisions['asking']>(null);
  const isAllowed = useMay()(kind.permission);
  const [isAskingAgain, setAskingAgain] = useState(false);
  const mayDo = (act: Act) => isAllowed && review.may.includes(act);
  const may = { approve: mayDo('approve'), reject: mayDo('reject'), ask: mayDo('ask') };
  const close = () => {
    forget();
    setAsking(null);
    setAskingAgain(false);
  };
  /** `isLeaving`: the page goes on without the answer. */
  const send = (act: 'reject' | 'ask', wish: Parameters<typeof decide>[1], isLeaving: boolean) => {
    if (isLeaving) close();
    void decide(act, wish, { isLeaving }).then((isSettled) => {
      if (!isSettled || isLeaving) return;
      setAsking(null);
      setAskingAgain(false);
      goOn();
    });
  };
  /** Goes on before the server has answered. */
  const leave = () => {
    const isLeaving = goOn();
    if (isLeaving) undoable.decide(review.id);
    return isLeaving;
  };
  return {
    isAllowed,
    may,
    mayUndo: isAllowed && review.may.includes('undo'),
    blocked,
    running,
    asking,
    isAskingAgain,
    problem: problem === null ? null : messageOf(problem),
    approve() {
      if (!may.approve || running !== null) return;
      if (blocked !== null) notify.info(blocked);
      else void decide('approve', {}, { isLeaving: leave() });
    },
    ask(choice) {
      if (may.reject && running === null) setAsking({ choice: choice ?? null });
    },
    askAgain() {
      if (may.ask && running === null) setAskingAgain(true);
    },
    close,
    reject(wish) {
      // Words that were typed stay in the dialog until the server has taken them.
      send('reject', wish, wish.reason === undefined && wish.outcome !== 'final' && leave());
    },
    request: (wish) => send('ask', wish, wish.reason === undefined && leave()),
    undo: () => void undo(),
  };
}
