import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonAnchor } from '../../components/feedback/button';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import { files, type TrackRecord } from './api/get-track-record';

import { yearMonth } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import styles from './cards.module.css';

const FIRST = 6;

/** Everything that it takes to compute the figures again. */
export function DownloadsCard({ record }: { record: TrackRecord | undefined }) {
  const [all, setAll] = useState(false);
  const months = record?.downloads ?? [];
  return (
    <Card title={t('track-record.downloads.title')} span={6}>
      <p className={styles.lead}>{t('track-record.downloads.about')}</p>
      <div className={styles.command} role="region" aria-label={t('track-record.downloads.command')} tabIndex={0}>
        <code>{t('track-record.downloads.commandText')}</code>
      </div>
      <p>
        <ButtonAnchor size="small" href={files.list} download icon={<Download size={16} aria-hidden="true" />}>
          {t('track-record.downloads.list')}
        </ButtonAnchor>
      </p>
      {record === undefined ? (
        <Skeleton height={96} />
      ) : (
        months.length > 0 && (
          <>
            <h3 className={styles.filesTitle}>{t('track-record.downloads.files')}</h3>
            <ul className={styles.files}>
              {months.slice(0, all ? undefined : FIRST).map(({ month, signals, parts }) => (
                <li key={month}>
                  <span>
                    {yearMonth(month)} <span className={styles.quiet}>{t('track-record.downloads.signals', { count: signals })}</span>
                  </span>
                  <span className={styles.parts}>
                    {Array.from({ length: parts }, (_, index) => (
                      <a
                        key={index}
                        href={files.month(month, index + 1)}
                        download
                        aria-label={
                          parts === 1
                            ? t('track-record.downloads.monthFile', { month: yearMonth(month) })
                            : t('track-record.downloads.monthPart', { month: yearMonth(month), part: index + 1, parts })
                        }
                      >
                        {parts === 1 ? t('track-record.downloads.download') : index + 1}
                      </a>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
            {months.length > FIRST && (
              <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? t('track-record.downloads.latest') : t('track-record.downloads.all', { count: count(months.length) })}
              </Button>
            )}
          </>
        )
      )}
    </Card>
  );
}
