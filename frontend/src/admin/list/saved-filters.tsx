import Popover from '@mui/material/Popover';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { SavedQueriesList } from 'react-admin';
import { Button } from '../../components/feedback/button';
import styles from './list.module.css';
import { useFilters } from './use-filters';

/** The filters that this person has saved for the list, and the way out of those that apply now. */
export function SavedFilters() {
  const { isFiltered, clear } = useFilters();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      {isFiltered && (
        <Button size="small" look="quiet" icon={<X size={15} aria-hidden="true" />} onClick={clear}>
          Clear filters
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        icon={<Bookmark size={15} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Saved filters
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Saved filters', className: styles.saved } }}
      >
        <SavedQueriesList />
      </Popover>
    </>
  );
}
