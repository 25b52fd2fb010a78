import { jest } from '@jest/globals';

// Only a test that hangs comes to it, also on a machine with other work.
jest.setTimeout(180_000);
