import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { messageOf } from '../../lib/api';
import { download } from '../../lib/download';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import type { MyInvoiceWire } from '../../lib/wire/types';

/** Saves an invoice as PDF, in the language in which it was issued. */
export function PdfButton({ invoice: { id, number } }: { invoice: Pick<MyInvoiceWire, 'id' | 'number'> }) {
  const save = useMutation({
    mutationFn: () => download(`/me/invoices/${encodeURIComponent(id)}/pdf`),
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <Button
      size="small"
      icon={<Download size={15} aria-hidden="true" />}
      busy={save.isPending}
      aria-label={t('invoices.pdfOf', { number })}
      onClick={() => save.mutate()}
    >
      {save.isPending ? t('invoices.preparing') : t('invoices.pdf')}
    </Button>
  );
}
