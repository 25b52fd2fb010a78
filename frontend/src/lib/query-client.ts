import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api';

/** A refusal stays a refusal when asked again; only a missing answer or a server fault is worth a second try. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    // What is known is shown at once and asked for again: another admin, or a sync, may have changed it a second ago.
    queries: { staleTime: 0, refetchOnWindowFocus: true, retry: (tries, error) => tries < 1 && isPassing(error) },
    mutations: { retry: false },
  },
});
