// Adds to the error of a failed test what its browsers showed.

import { setTimeout as wait } from 'node:timers/promises';

/** A page that hangs describes nothing. */
const PATIENCE_MS = 5_000;

/** Functions that return a text, by what they belong to. They stay in a worker until they are removed. */
const witnesses = new Map();

export function addWitness(owner, describe) {
  witnesses.set(owner, describe);
}

export function removeWitness(owner) {
  witnesses.delete(owner);
}

/** Appends to an error what each witness describes. A witness that cannot says why. */
export async function describeWitnesses(error) {
  if (!(error instanceof Error)) return;
  const texts = await Promise.all([...witnesses.values()].map(described));
  if (texts.length === 0) return;
  const { message, stack } = error;
  error.message = [message, ...texts].join('\n');
  // The stack repeats the message, and is what is printed.
  error.stack = stack?.replace(message, () => error.message);
}

const described = (describe) => Promise.race([describe().catch(String), wait(PATIENCE_MS, 'no answer from the page', { ref: false })]);
