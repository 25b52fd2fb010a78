import { ChartCandlestick, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../components/feedback/button';
import form from '../../components/form/form.module.css';
import { InsertChartDialog } from './insert-chart-dialog';
import { InsertPictureDialog } from './insert-picture-dialog';

/** Buttons that insert a picture or a chart into the text. */
export function InsertButtons({ pair, onInsert }: { pair: string; onInsert: (markdown: string) => void }) {
  const [open, setOpen] = useState<'picture' | 'chart' | null>(null);
  const insert = (markdown: string) => {
    setOpen(null);
    onInsert(markdown);
  };
  return (
    <div className={form.row}>
      <Button size="small" icon={<ImagePlus size={16} aria-hidden="true" />} onClick={() => setOpen('picture')}>
        Insert picture
      </Button>
      <Button size="small" icon={<ChartCandlestick size={16} aria-hidden="true" />} onClick={() => setOpen('chart')}>
        Insert chart
      </Button>
      {/* Each has a form, which may not be within that of the text. */}
      {open !== null &&
        createPortal(
          open === 'picture' ? (
            <InsertPictureDialog onInsert={insert} onClose={() => setOpen(null)} />
          ) : (
            <InsertChartDialog pair={pair} onInsert={insert} onClose={() => setOpen(null)} />
          ),
          document.body,
        )}
    </div>
  );
}
