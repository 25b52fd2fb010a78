import { Download } from 'lucide-react';
import { csvText, type CsvCell } from '../../lib/csv';
import { save } from '../../lib/download';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { Button } from '../feedback/button';

/** The content of a file: a table, whose figures are complete also where the screen hides amounts, or a picture of what is drawn. */
export type ExportContent =
  | { kind: 'csv'; headers: readonly string[]; rows: () => readonly (readonly CsvCell[])[] }
  | { kind: 'png'; picture: () => HTMLCanvasElement | null };

interface ExportButtonProps {
  content: ExportContent;
  /** Name of the file, without its ending. */
  name: string;
  /** What is in it, for readers. */
  label: string;
  disabled?: boolean;
}

/** Saves a chart as a picture, or a table as a file. */
export function ExportButton({ content, name, label, disabled = false }: ExportButtonProps) {
  const { kind } = content;
  const write = () => {
    if (content.kind === 'csv') {
      save(new Blob([csvText(content.headers, content.rows())], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
      return;
    }
    const picture = content.picture();
    const failed = () => notify.error(t('common.export.failed'));
    if (!picture) return failed();
    picture.toBlob((blob) => (blob ? save(blob, `${name}.png`) : failed()), 'image/png');
  };
  return (
    <Button
      size="small"
      look="quiet"
      icon={<Download size={16} aria-hidden="true" />}
      aria-label={t(`common.export.label.${kind}`, { label })}
      title={t(`common.export.label.${kind}`, { label })}
      disabled={disabled}
      onClick={write}
    >
      {t(`common.export.action.${kind}`)}
    </Button>
  );
}
