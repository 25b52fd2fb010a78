import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage';

const KEY = 'queueKeys';
const OFF = 'off';

/** Whether single keys lead through the queue. Who dictates or presses keys by accident turns them off, and this browser remembers it. */
export function useShortcuts(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => readStored(KEY) !== OFF);
  return [
    on,
    (next) => {
      setOn(next);
      writeStored(KEY, next ? null : OFF);
    },
  ];
}
