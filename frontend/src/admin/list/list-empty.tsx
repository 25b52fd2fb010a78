import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/states';
import { useFilters } from './use-filters';

export interface EmptyWords {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** For a list in which a filter found nothing. */
  filtered?: { title: string; text: string };
}

const NO_MATCH = { title: 'No results', text: 'No record matches these filters.' };

/** Why a list is empty: nothing is there yet, or the filters match nothing. */
export function ListEmpty({ words }: { words: EmptyWords }) {
  const { isFiltered } = useFilters();
  if (!isFiltered) {
    return (
      <EmptyState title={words.title} action={words.action}>
        {words.text}
      </EmptyState>
    );
  }
  const { title, text } = words.filtered ?? NO_MATCH;
  return <EmptyState title={title}>{text}</EmptyState>;
}
