import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { ButtonAnchor, buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { useNarrow } from '../../lib/use-narrow';
import { isForeign } from '../../lib/i18n/english';
import { t } from '../../lib/i18n/texts';
import styles from './handbook-page.module.css';
import { freshHandbook, handbookQuery } from './resources';

/** Under this width no browser shows a PDF within a page so that it can be read. */
const FRAME_FROM = 768;

/** A link lives five minutes. One that is older than this is made anew before it is followed. */
const LINK_GOOD_FOR_MS = 240_000;

/** All lessons as one PDF, within the page where there is room and a viewer, and as a file everywhere. */
export function HandbookPage() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(handbookQuery);
  const narrow = useNarrow(FRAME_FROM);
  const shows = !narrow && navigator.pdfViewerEnabled !== false;
  const download = useMutation({
    mutationFn: freshHandbook,
    onSuccess: ({ url, fileName }) => save(url, fileName),
    onError: (failure) => notify.error(messageOf(failure)),
  });
  return (
    <Screen
      title={t('resources.handbook.title')}
      intro={
        data
          ? t('resources.handbook.file', { title: data.title, pages: data.pages, kilobytes: Math.round(data.byteSize / 1000) })
          : t('resources.handbook.intro')
      }
      actions={
        <>
          <Link to={paths.resources} className={buttonClass()}>
            {t('resources.readAsPages')}
          </Link>
          {data && (
            <ButtonAnchor
              look="primary"
              icon={<Download size={16} aria-hidden="true" />}
              href={data.url}
              download={data.fileName}
              aria-busy={download.isPending || undefined}
              onClick={(event) => {
                if (Date.now() - dataUpdatedAt < LINK_GOOD_FOR_MS) return;
                event.preventDefault();
                download.mutate();
              }}
            >
              {download.isPending ? t('resources.handbook.preparing') : t('resources.handbook.download')}
            </ButtonAnchor>
          )}
        </>
      }
    >
      {isForeign() && <p className={styles.text}>{t('resources.inEnglish')}</p>}
      {error && !data ? (
        <Card>
          <ErrorState title={t('resources.handbook.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      ) : shows ? (
        <Card flush>
          <div className={styles.frame}>
            {data ? <iframe title={data.title} src={data.url} className={styles.pdf} /> : <Skeleton height={640} />}
          </div>
        </Card>
      ) : (
        <Card>
          <p className={styles.text}>{narrow ? t('resources.handbook.tooNarrow') : t('resources.handbook.noViewer')}</p>
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
