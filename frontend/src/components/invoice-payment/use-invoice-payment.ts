import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api';
import { type InvoicePayment, checkTransaction, invoicePaymentQuery, openQuote, payFromDemoWallet } from '../../lib/invoice-payment';
import { useProfile } from '../../lib/session';
import type { ChainWire, PaymentPhaseWire } from '../../lib/wire/types';

const WATCH_MILLISECONDS = 5000;
/** A late payment may still come. */
const CALM_MILLISECONDS = 30_000;

const intervals: Partial<Record<PaymentPhaseWire, number>> = {
  waiting: WATCH_MILLISECONDS,
  seen: WATCH_MILLISECONDS,
  confirming: WATCH_MILLISECONDS,
  expired: CALM_MILLISECONDS,
};

/** Shows the answer of an action, and looks again where the action was refused for a state that the page did not know yet. */
function useKeep(queryKey: QueryKey) {
  const client = useQueryClient();
  return {
    onSuccess: async (payment: InvoicePayment) => {
      // A look that began before the action must not overwrite its answer.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, payment);
    },
    onError: (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey });
    },
  };
}

/** The payment of an invoice, followed while something may happen and the page is in sight, and what a member can do about it. */
export function useInvoicePayment(invoiceId: string) {
  const { userId } = useProfile();
  const options = invoicePaymentQuery(userId, invoiceId);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data && intervals[state.data.phase]) ?? false,
  });
  const keep = useKeep(options.queryKey);
  const quote = useMutation({ mutationFn: (chain: ChainWire) => openQuote(invoiceId, chain), ...keep });
  const demo = useMutation({ mutationFn: () => payFromDemoWallet(invoiceId), ...keep });
  const check = useMutation({
    mutationFn: (txid: string) => checkTransaction(invoiceId, txid),
    onSuccess: ({ payment }) => keep.onSuccess(payment),
  });
  return { query, quote, demo, check };
}

export type InvoicePaymentActions = Pick<ReturnType<typeof useInvoicePayment>, 'quote' | 'demo' | 'check'>;
