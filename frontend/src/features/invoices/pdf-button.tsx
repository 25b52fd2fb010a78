import { Download } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { t } from '../../lib/i18n/texts';
import { useDownload } from '../../lib/use-download';
import type { MyInvoiceWire } from '../../lib/wire/types';

/** Saves an invoice as PDF, in the language in which it was issued. */
export function PdfButton({ invoice: { id, number } }: { invoice: Pick<MyInvoiceWire, 'id' | 'number'> }) {
  const save = useDownload();
  return (
    <Button
      size="small"
      icon={<Download size={15} aria-hidden="true" />}
      busy={save.isPending}
      aria-label={t('invoices.pdfOf', { number })}
      onClick={() => save.mutate(`/me/invoices/${encodeURIComponent(id)}/pdf`)}
    >
      {save.isPending ? t('invoices.preparing') : t('invoices.pdf')}
    </Button>
  );
}
