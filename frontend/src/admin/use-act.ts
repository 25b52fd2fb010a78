import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { messageOf } from '../lib/api';
import { notify } from '../lib/notify';

interface Act<T, V> {
  call: (value: V) => Promise<T>;
  /** What is said once it is done. */
  done?: (answer: T, value: V) => string;
  /** Lists in which it shows. They are read again also after a failure: something has changed meanwhile. */
  lists: readonly string[];
  onDone?: (answer: T, value: V) => void;
  /** A dialog says by itself what went wrong. */
  quiet?: boolean;
}

/** Something that a button changes on the server: said once it is done, or why it was not. */
export function useAct<T, V = void>({ call, done, lists, onDone, quiet = false }: Act<T, V>): UseMutationResult<T, Error, V> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (answer, value) => {
      onDone?.(answer, value);
      if (done) notify.success(done(answer, value));
    },
    onError: (error) => {
      if (!quiet) notify.error(messageOf(error));
    },
    onSettled: () => Promise.all(lists.map((list) => queryClient.invalidateQueries({ queryKey: [list] }))),
  });
}
