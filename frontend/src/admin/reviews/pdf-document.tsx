import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonAnchor } from '../../components/feedback/button';
import { EmptyState, Skeleton } from '../../components/feedback/states';
import { messageOf } from '../../lib/api';
import { ownOrigin } from '../../lib/own-origin';
import { loadPicture, pageLink, pictureKey } from './document-pictures';
import { DocumentViewer } from './document-viewer';
import styles from './pdf-document.module.css';

interface PdfDocumentProps {
  /** What it is and whose, for a reader. */
  title: string;
  link: string;
  onShown?: (() => void) | undefined;
}

/** A PDF, page by page as pictures of the server: the file itself is only opened by somebody who saves it. */
export function PdfDocument({ title, link, onShown }: PdfDocumentProps) {
  const [page, setPage] = useState(1);
  const address = ownOrigin(pageLink(link, page));
  const { data, error, refetch } = useQuery({
    queryKey: pictureKey(address),
    queryFn: () => loadPicture(address),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const opened = data?.address;
  const pages = data?.pages ?? 1;
  return (
    <div className={styles.document}>
      {opened !== undefined ? (
        <DocumentViewer key={page} title={title} address={opened} onShown={onShown} onError={() => void refetch()} />
      ) : error == null ? (
        <Skeleton height={320} />
      ) : (
        <EmptyState
          title="This PDF could not be shown"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Load again
            </Button>
          }
        >
          {messageOf(error)}
        </EmptyState>
      )}
      <div className={styles.below}>
        {pages > 1 && (
          <span className={styles.pages} role="group" aria-label={`Pages of ${title}`}>
            <Button
              size="small"
              icon={<ChevronLeft size={16} aria-hidden="true" />}
              aria-label="Previous page"
              disabled={page === 1}
              onClick={() => setPage(page - 1)}
            />
            Page {page} of {pages}
            <Button
              size="small"
              icon={<ChevronRight size={16} aria-hidden="true" />}
              aria-label="Next page"
              disabled={page === pages}
              onClick={() => setPage(page + 1)}
            />
          </span>
        )}
        <ButtonAnchor
          size="small"
          look="quiet"
          href={ownOrigin(link)}
          download
          icon={<Download size={15} aria-hidden="true" />}
          aria-label={`Save the PDF: ${title}`}
          title="Open with care: this is the member’s original file"
          onClick={onShown}
        >
          Save the PDF
        </ButtonAnchor>
      </div>
    </div>
  );
}
