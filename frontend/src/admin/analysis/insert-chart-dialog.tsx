import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { SelectField, TextAreaField, TextField } from '../../components/form/inputs';
import { ApiError, messageOf } from '../../lib/api';
import { previewChart } from './console-media';

const timeframes = { '5m': '5 minutes', '15m': '15 minutes', '30m': '30 minutes', '1h': '1 hour', '4h': '4 hours', '1d': '1 day' };

type TypedChart = Record<'pair' | 'market' | 'timeframe' | 'from' | 'to' | 'levels', string>;

interface InsertChartDialogProps {
  /** The pair that the analysis names first. */
  pair: string;
  /** The Markdown of the chart. */
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

/** Writes the text of a chart, which the server checks before it is inserted. */
export function InsertChartDialog({ pair, onInsert, onClose }: InsertChartDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState<TypedChart>({ pair, market: 'spot', timeframe: '4h', from: '', to: '', levels: '' });
  const set = (name: keyof TypedChart) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped((before) => ({ ...before, [name]: target.value })),
  });
  const check = useMutation({
    mutationFn: async (source: string) => {
      await previewChart(source);
      return source;
    },
    onSuccess: (source) => onInsert(`\`\`\`chart\n${source}\n\`\`\``),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form around the text does not hear of it.
    event.stopPropagation();
    check.mutate(sourceOf(typed));
  };
  const { error } = check;
  return (
    <Dialog
      title="Insert chart"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={check.isPending}>
            {check.isPending ? 'Checking…' : 'Insert'}
          </Button>
        </>
      }
    >
      <form id={id} className={form.form} noValidate onSubmit={submit}>
        <TextField label="Pair" autoComplete="off" help="Like BTC/USDT" {...set('pair')} />
        <SelectField label="Market" {...set('market')}>
          <option value="spot">Spot</option>
          <option value="futures">Perpetual futures</option>
        </SelectField>
        <SelectField label="Timeframe" {...set('timeframe')}>
          {Object.entries(timeframes).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField label="First day (UTC)" type="date" {...set('from')} />
        <TextField label="Last day (UTC)" type="date" {...set('to')} />
        <TextAreaField label="Levels" optional rows={3} dir="auto" help="One on each line, like 68000 Range high" {...set('levels')} />
        {error !== null && <Notice kind="error" live title={problemOf(error)} />}
      </form>
    </Dialog>
  );
}

function sourceOf({ pair, market, timeframe, from, to, levels }: TypedChart) {
  const head = [pair.trim().toUpperCase(), timeframe, from, to, ...(market === 'futures' ? [market] : [])].join(' ');
  const lines = levels
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return [head, ...lines.map((line) => `level ${line}`)].join('\n');
}

const problemOf = (error: unknown) => (error instanceof ApiError && error.fields[0]?.message) || messageOf(error);
