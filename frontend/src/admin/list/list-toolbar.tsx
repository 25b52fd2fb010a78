import { Rows2, Rows4 } from 'lucide-react';
import type { ReactNode } from 'react';
import { SelectColumnsButton, TopToolbar, useStore } from 'react-admin';
import { Button } from '../../components/feedback/button';
import styles from './list.module.css';
import { SavedFilters } from './saved-filters';

/** How high the rows of every table are. */
export type Density = 'comfortable' | 'compact';
export const DENSITY = 'preferences.density';

interface ListToolbarProps {
  /** The key of the columns that can be chosen; none where there is no table. */
  columns: string | undefined;
  hasFilters: boolean;
  extra: ReactNode;
}

/** What can be done with a list as a whole. */
export function ListToolbar({ columns, hasFilters, extra }: ListToolbarProps) {
  return (
    <TopToolbar className={styles.toolbar ?? ''}>
      {hasFilters && <SavedFilters />}
      {columns !== undefined && <SelectColumnsButton preferenceKey={columns} />}
      {columns !== undefined && <DensityButton />}
      {extra}
    </TopToolbar>
  );
}

function DensityButton() {
  const [density, setDensity] = useStore<Density>(DENSITY, 'comfortable');
  const isCompact = density === 'compact';
  const Icon = isCompact ? Rows2 : Rows4;
  return (
    <Button
      size="small"
      look="quiet"
      icon={<Icon size={15} aria-hidden="true" />}
      aria-pressed={isCompact}
      onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
    >
      Compact rows
    </Button>
  );
}
