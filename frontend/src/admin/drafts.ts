import { useEffect } from 'react';
import type { FieldValues, UseFormGetValues } from 'react-hook-form';

// In memory alone, and gone with the page. Under the name of whoever typed it: another admin may sign in at the same place.
const drafts = new Map<string, unknown>();

const nameOf = (userId: string, form: string) => `${userId} ${form}`;

/** What this admin had typed into a form when they left it, or were taken from it because their session ended. */
export function draftOf<V extends FieldValues>(userId: string, form: string): V | null {
  return (drafts.get(nameOf(userId, form)) as V | undefined) ?? null;
}

export function dropDraft(userId: string, form: string): void {
  drafts.delete(nameOf(userId, form));
}

/** Keeps what stands in the form once it leaves the page; `isWorthKeeping` tells an untouched form from a draft. */
export function useDraft<V extends FieldValues>(
  userId: string,
  form: string,
  getValues: UseFormGetValues<V>,
  isWorthKeeping: (values: V) => boolean,
): void {
  useEffect(
    () => () => {
      const values = getValues();
      if (isWorthKeeping(values)) drafts.set(nameOf(userId, form), values);
      else dropDraft(userId, form);
    },
    [userId, form, getValues, isWorthKeeping],
  );
}
