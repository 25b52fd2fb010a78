import { type RefObject, useEffect, useRef } from 'react';

/** Gives focus to a field when it appears, where there is one thing to do and the person has just asked to do it. */
export function useFocusOnMount(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
