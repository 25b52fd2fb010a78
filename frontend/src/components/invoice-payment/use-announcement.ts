import { useState } from 'react';

/** Returns a text for a live region: nothing at first, and then each new text once. What was there when the page opened is read with it. */
export function useAnnouncement(text: string): string {
  const [first] = useState(text);
  const [hasChanged, setChanged] = useState(false);
  if (!hasChanged && text !== first) setChanged(true);
  return hasChanged || text !== first ? text : '';
}
