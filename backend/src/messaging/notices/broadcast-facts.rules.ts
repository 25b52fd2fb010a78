import { fillFields, type FieldValues } from '../personal-fields/index.js';
import type { NoticeFacts } from './notice.types.js';

interface StoredBroadcast {
  subject: string;
  message: string;
  values: FieldValues;
}

/** Returns the texts of a broadcast with the values of its reader. A field without a value stays as it is. */
export function broadcastFacts(content: string): NoticeFacts {
  const { subject, message, values } = JSON.parse(content) as StoredBroadcast;
  return { subject: fillFields(subject, values).text, message: fillFields(message, values).text };
}
