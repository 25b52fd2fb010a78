import { useSyncExternalStore } from 'react';

/** One question to the person: is it still you? `settle` answers it. */
export interface Question {
  settle: (confirmed: boolean) => void;
}

let question: (Question & { answer: Promise<boolean> }) | null = null;
const listeners = new Set<() => void>();

function change(next: typeof question): void {
  question = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the person to confirm that it is them: true once the server has accepted that, false where they did not want to.
 * Calls that are refused at the same time share one question. With no dialog on the page to ask it, the answer is no.
 */
export function confirmIdentity(): Promise<boolean> {
  if (question) return question.answer;
  if (listeners.size === 0) return Promise.resolve(false);
  const { promise: answer, settle } = pending();
  change({ answer, settle });
  return answer;
}

/** Whether a dialog is there to ask. */
export const canAsk = (): boolean => listeners.size > 0;

function pending(): Question & { promise: Promise<boolean> } {
  let resolve: (confirmed: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((done) => {
    resolve = done;
  });
  const settle = (confirmed: boolean) => {
    // Closed before whoever waits goes on: a call that is refused again asks anew.
    if (question?.answer === promise) change(null);
    resolve(confirmed);
  };
  return { promise, settle };
}

/** Takes an open question back: the session it was about has ended. */
export function cancelConfirmation(): void {
  question?.settle(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The open question, for the one dialog that shows it. */
export function useQuestion(): Question | null {
  return useSyncExternalStore(subscribe, () => question);
}
