import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { ReviewRejectionWire } from '../../lib/wire/types';
import type { Decidable, Decision, ReviewType } from './review-kinds';

/** Sends a decision. Two admins may press at once: one decision holds, and the other is told. */
export function useDecide({ resource, done, alsoChanged }: ReviewType, { id, fullName }: Decidable) {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<Decision | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  /** Answers whether the question is settled, by this decision or by somebody else's. */
  const decide = async (decision: Decision, body: ReviewRejectionWire = {}): Promise<boolean> => {
    setRunning(decision);
    setProblem(null);
    try {
      await request(`/admin/${resource}/${encodeURIComponent(id)}/${decision}`, { method: 'POST', json: body });
      notify.success(done[decision](fullName));
      return true;
    } catch (error) {
      const isSettled = error instanceof ApiError && (error.status === 409 || error.status === 404);
      if (isSettled) notify.info(`${fullName}: ${messageOf(error).replace(/\.$/, '')}. You see what holds now.`);
      else if (decision === 'reject')
        setProblem(error); // said in the dialog, which keeps what was typed
      else notify.error(messageOf(error));
      return isSettled;
    } finally {
      setRunning(null);
      await Promise.all([resource, ...alsoChanged].map((changed) => queryClient.invalidateQueries({ queryKey: [changed] })));
    }
  };

  return { running, problem, decide, forget: () => setProblem(null) };
}
