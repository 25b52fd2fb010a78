import '@testing-library/jest-dom/jest-globals';
import { afterEach, jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';

// Lazy screens are loaded and transformed within the first wait for them.
configure({ asyncUtilTimeout: 15_000 });
jest.setTimeout(60_000);

afterEach(() => {
  cleanup();
  localStorage.clear();
});
