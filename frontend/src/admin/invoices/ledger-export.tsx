import { useMutation } from '@tanstack/react-query';
import { BookOpenText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { ChoiceCard, ChoiceGroup, SelectField } from '../../components/form/inputs';
import { messageOf } from '../../lib/api';
import { download } from '../../lib/download';
import { Allowed } from '../access/allowed';
import { recentMonths } from './export-months';
import styles from './invoices.module.css';

const formats = [
  { id: 'csv', label: 'CSV table', help: 'One row per posting, for spreadsheets and imports.' },
  { id: 'journal', label: 'Plain-text journal', help: 'For hledger and Ledger. Includes assertions of the closing balances.' },
] as const;
type Format = (typeof formats)[number]['id'];

/** Opens the export of the ledger, for those who may export invoices. */
export function LedgerExport() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Allowed to="invoices.export">
      <Button size="small" icon={<BookOpenText size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Export for accountants…
      </Button>
      {isOpen && <LedgerExportDialog onClose={() => setOpen(false)} />}
    </Allowed>
  );
}

function LedgerExportDialog({ onClose }: { onClose: () => void }) {
  const [months] = useState(() => recentMonths(new Date()));
  // The last month that is over.
  const [from, setFrom] = useState(months[1]!.from);
  const [format, setFormat] = useState<Format>('csv');
  const month = months.find((one) => one.from === from)!;
  const file = useMutation({
    mutationFn: () => download(`/admin/ledger.${format}?${new URLSearchParams({ from: month.from, to: month.to })}`),
    onSuccess: onClose,
  });
  return (
    <Dialog
      title="Export for accountants"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={file.isPending} onClick={() => file.mutate()}>
            {file.isPending ? 'Preparing…' : 'Download'}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>Opening balances and every posting of one month, in UTC. Members appear as IDs only. The audit log records the download.</p>
        <SelectField label="Month" value={from} onChange={(event) => setFrom(event.target.value)}>
          {months.map((one) => (
            <option key={one.from} value={one.from}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <ChoiceGroup label="Format">
          {formats.map(({ id, label, help }) => (
            <ChoiceCard key={id} name="format" label={label} help={help} checked={format === id} onChange={() => setFormat(id)} />
          ))}
        </ChoiceGroup>
      </div>
      {file.error && <Notice kind="error" live title={messageOf(file.error)} />}
    </Dialog>
  );
}
