import type { NoticePosition } from './notice.types.js';

const POSITION = /^(\d{1,16})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Writes a position as clients send it back. */
export const positionText = ({ micros, id }: NoticePosition): string => `${micros}-${id}`;

/** Reads a position; null for any other text. */
export function readPosition(text: string): NoticePosition | null {
  const [, micros, id] = POSITION.exec(text) ?? [];
  return micros === undefined || id === undefined ? null : { micros: BigInt(micros), id };
}
