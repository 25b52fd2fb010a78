import { useRef } from 'react';

const BYTES = 16;

/** 128 random bits as hexadecimal digits; unlike randomUUID, there without HTTPS as well. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The `Idempotency-Key` of something that must happen once. The same content keeps its key, so trying again after an answer that was lost
 * repeats nothing; other content gets another one, and so does whatever comes after `forget`.
 */
export function useRepeatKey(): { headersFor: (content: unknown) => Record<string, string>; forget: () => void } {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    headersFor: (content) => {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) last.current = { content: text, key: randomKey() };
      return { 'Idempotency-Key': last.current.key };
    },
    forget: () => {
      last.current = null;
    },
  };
}
