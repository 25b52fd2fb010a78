import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { useNarrow } from '../../lib/use-narrow';
import styles from './handbook-page.module.css';
import { freshHandbook, handbookQuery } from './resources';

/** Under this width no browser shows a PDF within a page so that it can be read. */
const FRAME_FROM = 768;

/** All lessons as one PDF, within the page where there is room and a viewer, and as a file everywhere. */
export function HandbookPage() {
  const { data, error, refetch } = useQuery(handbookQuery);
  const narrow = useNarrow(FRAME_FROM);
  const shows = !narrow && navigator.pdfViewerEnabled !== false;
  const download = useMutation({
    mutationFn: freshHandbook,
    onSuccess: ({ url, fileName }) => save(url, fileName),
    onError: (failure) => notify.error(messageOf(failure)),
  });
  return (
    <Screen
      title="Handbook"
      intro={data ? `${data.title}: ${data.pages} pages, ${Math.round(data.byteSize / 1000)} kB.` : 'All lessons as one PDF.'}
      actions={
        <>
          <Link to={paths.resources} className={buttonClass()}>
            Read as pages
          </Link>
          <Button
            look="primary"
            icon={<Download size={16} aria-hidden="true" />}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            {download.isPending ? 'Preparing…' : 'Download PDF'}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <Card>
          <ErrorState title="The handbook could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : shows ? (
        <Card flush>
          <div className={styles.frame}>
            {data ? <iframe title={data.title} src={data.url} className={styles.pdf} /> : <Skeleton height={640} />}
          </div>
        </Card>
      ) : (
        <Card>
          <p className={styles.text}>
            {narrow ? 'This window is too narrow to read a PDF within it.' : 'This browser shows no PDF within a page.'} Download it, or
            read the same text as pages.
          </p>
        </Card>
      )}
    </Screen>
  );
}

/** Lets the browser save it. */
function save(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
