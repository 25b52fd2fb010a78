import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDownload } from '../../lib/use-download';
import { Button } from '../feedback/button';
import { Card } from '../layout/screen';
import styles from './case-card.module.css';

interface CaseCardProps {
  title: string;
  /** What the file holds, and the command that computes it again. */
  text: ReactNode;
  action: string;
  /** Stands on the button while the file is made. */
  preparing: string;
  /** The route of the file. */
  path: string;
}

/** Saves the file that the figures of a page are computed from. */
export function CaseCard({ title, text, action, preparing, path }: CaseCardProps) {
  const save = useDownload();
  return (
    <Card title={title} span={12}>
      <div className={styles.stack}>
        <p>{text}</p>
        <Button
          className={styles.action}
          icon={<FileDown size={16} aria-hidden="true" />}
          busy={save.isPending}
          onClick={() => save.mutate(path)}
        >
          {save.isPending ? preparing : action}
        </Button>
      </div>
    </Card>
  );
}
