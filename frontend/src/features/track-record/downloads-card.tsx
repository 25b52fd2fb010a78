import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonAnchor } from '../../components/feedback/button';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import { files, type TrackRecord } from './api/get-track-record';
import { monthText } from './figures';
import styles from './cards.module.css';

const FIRST = 6;

/** Everything that it takes to compute the figures again. */
export function DownloadsCard({ record }: { record: TrackRecord | undefined }) {
  const [all, setAll] = useState(false);
  const months = record?.downloads ?? [];
  return (
    <Card title="Compute it yourself" span={6}>
      <p className={styles.lead}>
        The list of all signals, and for each month those that ended in it with the candles they were scored with. The command below
        computes every result again without asking us anything.
      </p>
      <div className={styles.command} role="region" aria-label="Command" tabIndex={0}>
        <code>npm run cli -- signals:score --file=FILE.json</code>
      </div>
      <p>
        <ButtonAnchor size="small" href={files.list} download icon={<Download size={16} aria-hidden="true" />}>
          All signals (CSV)
        </ButtonAnchor>
      </p>
      {record === undefined ? (
        <Skeleton height={96} />
      ) : (
        months.length > 0 && (
          <>
            <h3 className={styles.filesTitle}>Signals with their candles (JSON)</h3>
            <ul className={styles.files}>
              {months.slice(0, all ? undefined : FIRST).map(({ month, signals, parts }) => (
                <li key={month}>
                  <span>
                    {monthText(month)} <span className={styles.quiet}>{signals === 1 ? '1 signal' : `${count(signals)} signals`}</span>
                  </span>
                  <span className={styles.parts}>
                    {Array.from({ length: parts }, (_, index) => (
                      <a
                        key={index}
                        href={files.month(month, index + 1)}
                        download
                        aria-label={parts === 1 ? `Download ${monthText(month)}` : `${monthText(month)}, file ${index + 1} of ${parts}`}
                      >
                        {parts === 1 ? 'Download' : index + 1}
                      </a>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
            {months.length > FIRST && (
              <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? 'Show the latest months' : `Show all ${months.length} months`}
              </Button>
            )}
          </>
        )
      )}
    </Card>
  );
}
