import { jest } from '@jest/globals';
import { ApiError } from '../../src/lib/api';

let printAgain = (): void => undefined;

/**
 * React-admin logs what the server refuses. Answers the messages of those errors, which a test has to expect, and keeps them out of the
 * output of a suite that passes. Every other error is printed.
 */
export function loggedRefusals(): string[] {
  const messages: string[] = [];
  // oxlint-disable-next-line no-console -- errors that no test expects are printed as ever
  const print = console.error.bind(console);
  const spy = jest.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    const [error] = words;
    if (error instanceof Error && error.cause instanceof ApiError) messages.push(error.message);
    else print(...words);
  });
  printAgain = () => spy.mockRestore();
  return messages;
}

/** Between two tests. */
export function printErrors(): void {
  printAgain();
  printAgain = () => undefined;
}
