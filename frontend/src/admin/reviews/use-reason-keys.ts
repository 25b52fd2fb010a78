import { useEffect, useEffectEvent, useRef } from 'react';
import type { RejectionReasonWire } from '../../lib/wire/types';

/**
 * The keys of a dialog with a list of reasons: 1 to 9 choose one, Enter in the list sends. Returns the refs of the list, which gets the
 * focus, and of the form.
 */
export function useReasonKeys(reasons: readonly RejectionReasonWire[] | undefined, choose: (code: string) => void, send: () => void) {
  const list = useRef<HTMLSelectElement>(null);
  // The browser gives the focus to the first control, which closes the dialog.
  useEffect(() => list.current?.focus(), []);
  const box = useRef<HTMLFormElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLTextAreaElement) return;
    const reason = /^[1-9]$/.test(event.key) ? reasons?.[Number(event.key) - 1] : undefined;
    if (reason) choose(reason.code);
    else if (event.key === 'Enter' && event.target === list.current) send();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const element = box.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, []);
  return { list, box };
}
