import { FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { EmptyState } from '../../components/feedback/states';
import { ownOrigin } from '../../lib/own-origin';
import styles from './document-button.module.css';
import { PdfDocument } from './pdf-document';

interface DocumentButtonProps {
  title: string;
  link: string;
  type?: string;
  /** It was open, and is no longer. */
  onClosed?: () => void;
}

/** A document, opened large on demand. It is not loaded before: looking at a member's papers is an act that is written down. */
export function DocumentButton({ title, link, type, onClosed }: DocumentButtonProps) {
  // The link of the moment it was opened: a list read anew in the meantime must not load the picture again.
  const [opened, setOpened] = useState<string | null>(null);
  const Icon = type === 'application/pdf' ? FileText : Image;
  return (
    <>
      <Button
        size="small"
        icon={<Icon size={15} aria-hidden="true" />}
        aria-label={`View: ${title}`}
        onClick={() => setOpened(ownOrigin(link))}
      >
        View
      </Button>
      {opened !== null && (
        <Dialog
          title={title}
          width="wide"
          onClose={() => {
            setOpened(null);
            onClosed?.();
          }}
        >
          {type === 'application/pdf' ? <PdfDocument title={title} link={opened} /> : <LargePicture address={opened} title={title} />}
        </Dialog>
      )}
    </>
  );
}

function LargePicture({ address, title }: { address: string; title: string }) {
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <EmptyState title="This picture could not be loaded">
        Links to documents expire after five minutes. Close this and open it again.
      </EmptyState>
    );
  return <img className={styles.large} src={address} alt={title} onError={() => setFailed(true)} />;
}
