import { Download } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { t } from '../../lib/i18n/texts';
import { useDownload } from '../../lib/use-download';
import type { MyInvoiceWire } from '../../lib/wire/types';

type Documented = Pick<MyInvoiceWire, 'id' | 'number' | 'creditNote'>;

const invoicePath = (invoiceId: string) => `/me/invoices/${encodeURIComponent(invoiceId)}`;

/** Saves an invoice as PDF, in the language in which it was issued, and the credit note that voided it. */
export function PdfButtons({ invoice: { id, number, creditNote } }: { invoice: Documented }) {
  return (
    <>
      <PdfButton path={`${invoicePath(id)}/pdf`} text={t('invoices.pdf')} label={t('invoices.pdfOf', { number })} />
      {creditNote && (
        <PdfButton
          path={`${invoicePath(id)}/credit-note/pdf`}
          text={t('invoices.creditNote')}
          label={t('invoices.creditNoteOf', { number: creditNote.number })}
        />
      )}
    </>
  );
}

function PdfButton({ path, text, label }: { path: string; text: string; label: string }) {
  const save = useDownload();
  return (
    <Button
      size="small"
      icon={<Download size={15} aria-hidden="true" />}
      busy={save.isPending}
      aria-label={label}
      onClick={() => save.mutate(path)}
    >
      {save.isPending ? t('invoices.preparing') : text}
    </Button>
  );
}
