import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api';

/** As our client threw it; the console's provider wraps it into react-admin's own. */
const thrown = (error: unknown) => (error instanceof Error && error.cause instanceof ApiError ? error.cause : error);

/** A refusal stays a refusal when asked again; only a missing answer or a server fault is worth a second try. */
function isWorthRetry(error: unknown): boolean {
  const problem = thrown(error);
  return problem instanceof ApiError && (problem.status === 0 || problem.status >= 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // What is known is shown at once and asked for again: another admin, or a sync, may have changed it a second ago.
    queries: {
      staleTime: 0,
      refetchOnWindowFocus: true,
      // Without a network a call fails and says so; it does not wait in silence. lib/connection.ts asks again.
      networkMode: 'always',
      retry: (tries, error) => tries < 1 && isWorthRetry(error),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
