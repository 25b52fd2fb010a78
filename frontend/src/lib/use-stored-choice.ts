import { useState } from 'react';
import { readStored, writeStored } from './storage';

/** Keeps one of a few options on this device. Returns the stored one, or `usual`, and a function that stores another. */
export function useStoredChoice<V extends string>(key: string, options: readonly V[], usual: V): [V, (value: V) => void] {
  const [value, setValue] = useState<V>(() => {
    const stored = readStored(key);
    return options.find((option) => option === stored) ?? usual;
  });
  const choose = (next: V) => {
    setValue(next);
    writeStored(key, next);
  };
  return [value, choose];
}
