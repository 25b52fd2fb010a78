import { Download, FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonAnchor } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { EmptyState } from '../../components/feedback/states';
import { ownOrigin } from '../../lib/own-origin';
import styles from './document-button.module.css';

interface DocumentButtonProps {
  title: string;
  link: string;
  type?: string;
  /** It was open, and is no longer. */
  onClosed?: () => void;
}

/**
 * A document, opened large on demand. It is not loaded before: looking at a member's papers is an act that is written
 * down. A PDF is never shown within the page, only saved.
 */
export function DocumentButton({ title, link, type, onClosed }: DocumentButtonProps) {
  // The link of the moment it was opened: a list read anew in the meantime must not load the picture again.
  const [opened, setOpened] = useState<string | null>(null);
  const isPdf = type === 'application/pdf';
  const Icon = isPdf ? FileText : Image;
  return (
    <>
      <Button
        size="small"
        icon={<Icon size={15} aria-hidden="true" />}
        aria-label={`${isPdf ? 'PDF' : 'View'}: ${title}`}
        onClick={() => setOpened(ownOrigin(link))}
      >
        {isPdf ? 'PDF' : 'View'}
      </Button>
      {opened !== null && (
        <Dialog
          title={title}
          width={isPdf ? 'narrow' : 'wide'}
          onClose={() => {
            setOpened(null);
            onClosed?.();
          }}
          actions={
            isPdf && (
              <ButtonAnchor look="primary" href={ownOrigin(link)} download icon={<Download size={16} aria-hidden="true" />}>
                Save the PDF
              </ButtonAnchor>
            )
          }
        >
          {isPdf ? (
            <p>PDF documents are saved to your machine and opened there. Open them with care: the file is as the member sent it.</p>
          ) : (
            <LargePicture address={opened} title={title} />
          )}
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
        Links to documents live five minutes. Close this and open it again in a moment.
      </EmptyState>
    );
  return <img className={styles.large} src={address} alt={title} onError={() => setFailed(true)} />;
}
