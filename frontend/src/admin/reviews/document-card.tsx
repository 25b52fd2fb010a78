import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { EmptyState } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { ownOrigin } from '../../lib/own-origin';
import { DocumentViewer } from './document-viewer';
import { PdfDocument } from './pdf-document';

interface DocumentCardProps {
  title: string;
  /** Whose it is: part of what a reader hears. */
  name: string;
  link: string;
  type?: string;
  /** The document is shown now, or was saved. */
  onOpened?: () => void;
}

/** One document of the case. */
export function DocumentCard({ title, name, link, type, onOpened }: DocumentCardProps) {
  // The link of the moment it was opened: each view is written down, so a record read anew must not load the picture again.
  const [opened, setOpened] = useState(link);
  const [failed, setFailed] = useState(false);
  const whole = `${title} of ${name}`;
  if (type === 'application/pdf') {
    return (
      <Card title={title}>
        <PdfDocument title={whole} link={opened} onShown={onOpened} />
      </Card>
    );
  }
  return (
    <Card title={title}>
      {failed ? (
        <EmptyState
          title="This picture could not be loaded"
          action={
            <Button
              size="small"
              aria-label={`Load again: ${whole}`}
              onClick={() => {
                setOpened(link);
                setFailed(false);
              }}
            >
              Load again
            </Button>
          }
        >
          Links to documents expire after five minutes.
        </EmptyState>
      ) : (
        <DocumentViewer title={whole} address={ownOrigin(opened)} onShown={onOpened} onError={() => setFailed(true)} />
      )}
    </Card>
  );
}
