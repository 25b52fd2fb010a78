import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Logo } from '../../components/brand/logo';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { fetchData, messageOf } from '../../lib/api';
import { usePaused } from '../../lib/use-paused';
import type { BroadcastPreviewWire } from '../../lib/wire/types';
import type { BroadcastDraft } from './broadcast-draft';
import { PersonPicker } from './person-picker';
import { useAudiences } from './use-audiences';
import styles from './broadcasts.module.css';

const PAUSE_MILLISECONDS = 500;
/** What parts the words of the letter from those that end every letter. */
const SIGNATURE = '--\n';

/**
 * The letter as it leaves, made by the server from the words in the form. Its text is shown, and not its markup: nothing that was written
 * becomes part of this page. The test mail shows how a mail program sets it.
 */
export function LetterPreview({ kind, subject, message }: Pick<BroadcastDraft, 'kind' | 'subject' | 'message'>) {
  const [person, setPerson] = useState('');
  const [choosing, setChoosing] = useState(false);
  const [look, setLook] = useState<Look>({ dark: false, phone: false });
  const audiences = useAudiences(person);
  const name = audiences.data?.find(({ audience }) => audience === person)?.fullName ?? null;
  const paused = usePaused(
    useMemo(() => ({ kind, subject, message, ...(person !== '' && { person }) }), [kind, subject, message, person]),
    PAUSE_MILLISECONDS,
  );
  const isWhole = paused.subject.trim() !== '' && paused.message.trim() !== '';
  const { data, error, isFetching } = useQuery({
    queryKey: ['broadcast-preview', paused],
    queryFn: ({ signal }) => fetchData<BroadcastPreviewWire>('/admin/broadcasts/preview', { method: 'POST', json: paused, signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <Card title="Preview" span={6} sticky>
      <div className={styles.looks}>
        <Button size="small" aria-pressed={look.dark} onClick={() => setLook({ ...look, dark: !look.dark })}>
          Dark
        </Button>
        <Button size="small" aria-pressed={look.phone} onClick={() => setLook({ ...look, phone: !look.phone })}>
          Phone
        </Button>
        <Button size="small" aria-pressed={choosing} onClick={() => (setPerson(''), setChoosing(!choosing))}>
          {choosing ? 'With example values' : 'As a member gets it'}
        </Button>
      </div>
      {choosing && <PersonPicker chosen={person} name={name} onChoose={setPerson} />}
      {!isWhole ? (
        <p className={styles.note}>The preview appears once you enter a subject and a message.</p>
      ) : error ? (
        <p className={styles.refused}>{messageOf(error)}</p>
      ) : data ? (
        <Letter letter={data} isOld={isFetching} look={look} />
      ) : (
        <p className={styles.note}>Loading the preview…</p>
      )}
    </Card>
  );
}

interface Look {
  dark: boolean;
  phone: boolean;
}

function Letter({ letter: { subject, text, missing }, isOld, look }: { letter: BroadcastPreviewWire; isOld: boolean; look: Look }) {
  const [heading, ...blocks] = text.trimEnd().split('\n\n');
  const end = blocks.findLastIndex((block) => block.startsWith(SIGNATURE));
  const body = end === -1 ? blocks : blocks.slice(0, end);
  const foot = end === -1 ? [] : blocks.slice(end);
  return (
    <div className={styles.letter} aria-busy={isOld}>
      <p className={styles.subjectLine}>
        <span>Subject</span> {subject}
      </p>
      {missing.length > 0 && (
        <p className={styles.refused}>No value and no fallback: {missing.map((field) => `{{${field}}}`).join(', ')}</p>
      )}
      <div
        className={styles.sheet}
        data-look={look.dark ? 'dark' : 'light'}
        data-width={look.phone ? 'phone' : 'wide'}
        role="region"
        aria-label="Email preview"
        tabIndex={0}
      >
        <Logo />
        <h3>{heading}</h3>
        {body.map((block, at) => (
          <p key={`${at} ${block}`}>{block}</p>
        ))}
        {foot.length > 0 && (
          <footer>
            {foot.map((block, at) => (
              <p key={`${at} ${block}`}>{block.startsWith(SIGNATURE) ? block.slice(SIGNATURE.length) : block}</p>
            ))}
          </footer>
        )}
      </div>
    </div>
  );
}
