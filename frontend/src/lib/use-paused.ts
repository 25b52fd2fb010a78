import { useEffect, useState } from 'react';

/** Returns the value once it has stayed the same for so long. An object has to be the same one as long as nothing in it changes. */
export function usePaused<T>(value: T, milliseconds: number): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return paused;
}
