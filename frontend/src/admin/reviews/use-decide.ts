import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { Answer, ConsoleDecisionWire, KycReviewWire } from '../../lib/wire/types';
import type { Act, Decidable, ReviewType } from './review-kinds';
import { undoable } from './undoable';

/** A little less than the server allows. */
const UNDO_MILLISECONDS = 7_500;

/** Sends a decision. Two admins may press at once: one decision holds, and the other is told. */
export function useDecide(kind: ReviewType, { id, fullName }: Decidable) {
  const { resource, done, asked, canUndo } = kind;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [running, setRunning] = useState<Act | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const path = `/admin/${resource}/${encodeURIComponent(id)}`;

  /** `back`: to the case, from another one. */
  const undo = async ({ back = false } = {}) => {
    undoable.remove(id, true);
    try {
      await request(`${path}/undo`, { method: 'POST', json: {} });
      notify.info(`${fullName} is waiting again.`);
      if (back) void navigate(kind.path(id));
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      await readAgain(queryClient, kind);
    }
  };

  /** Until its time is over, or the notice was dismissed: the key U undoes it as well. */
  const offerUndo = (text: string) => {
    let toast: number | null = null;
    const take = () => {
      if (toast !== null) notify.dismiss(toast);
      void undo({ back: location.hash.includes(kind.path('')) });
    };
    toast = notify.success(text, { label: 'Undo', act: take, milliseconds: UNDO_MILLISECONDS });
    undoable.add(id, take);
    setTimeout(() => undoable.remove(id, false), UNDO_MILLISECONDS);
  };

  /** Answers whether the question is settled, by this decision or by somebody else's. `isLeaving`: the page goes on without the answer. */
  const decide = async (decision: Act, body: Omit<ConsoleDecisionWire, 'decision'> = {}, { isLeaving = false } = {}): Promise<boolean> => {
    setRunning(decision);
    setProblem(null);
    try {
      const { body: answer } = await request<Answer<Partial<KycReviewWire>>>(`${path}/${canUndo ? 'decision' : decision}`, {
        method: 'POST',
        json: canUndo ? { decision, ...body } : body,
      });
      const text = decision === 'ask' ? (asked?.(fullName) ?? '') : done[decision](fullName, answer.data);
      if (canUndo) offerUndo(text);
      else notify.success(text);
      return true;
    } catch (error) {
      const isSettled = error instanceof ApiError && (error.status === 409 || error.status === 404);
      if (isSettled) notify.info(`${fullName}: ${messageOf(error).replace(/\.$/, '')}. The page shows the current state.`);
      else if (isLeaving) notify.error(`${fullName}: ${messageOf(error)}`);
      else if (decision !== 'approve')
        setProblem(error); // said in the dialog, which keeps what was typed
      else notify.error(messageOf(error));
      undoable.remove(id, true);
      return isSettled;
    } finally {
      setRunning(null);
      await readAgain(queryClient, kind);
    }
  };

  return { running, problem, decide, undo, forget: () => setProblem(null) };
}

async function readAgain(queryClient: QueryClient, { resource, alsoChanged }: ReviewType): Promise<void> {
  await Promise.all([resource, ...alsoChanged].map((changed) => queryClient.invalidateQueries({ queryKey: [changed] })));
}
