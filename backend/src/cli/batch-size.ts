import { Misuse } from './command.js';

export const MOST_BATCH = 5000;
const USUAL = 500;

/** Of --batch: so many values a transaction. Throws Misuse. */
export function batchSize(given: string | undefined): number {
  const batch = given === undefined ? USUAL : Number(given);
  if (!Number.isInteger(batch) || batch < 1 || batch > MOST_BATCH) throw new Misuse(`--batch is a number from 1 to ${MOST_BATCH}`);
  return batch;
}
