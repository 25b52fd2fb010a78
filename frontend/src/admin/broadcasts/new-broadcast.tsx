import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import type { BroadcastWire } from '../../lib/wire/types';
import { BroadcastForm } from './broadcast-form';
import { emptyDraft } from './broadcast-draft';
import { LetterPreview } from './letter-preview';

/** `?to=<id of a user>` begins a letter to them, `?edit=<id of a broadcast>` edits a planned one. */
export function NewBroadcast() {
  const [params] = useSearchParams();
  const person = params.get('to') ?? '';
  const id = params.get('edit');
  const edited = useGetOne<BroadcastWire>('broadcasts', { id: id ?? '' }, { enabled: id !== null });
  const [words, setWords] = useState<Parameters<typeof LetterPreview>[0]>(emptyDraft);
  return (
    <Screen
      title={id === null ? 'Send email' : 'Edit broadcast'}
      intro={
        id === null
          ? 'An email to members. Preview it here or send yourself a test first.'
          : 'You can edit a scheduled broadcast until it starts.'
      }
      actions={
        <Link to={consolePaths.broadcasts} className={buttonClass()}>
          All broadcasts
        </Link>
      }
    >
      <Grid>
        <Card span={6}>
          {id === null ? (
            <BroadcastForm key={person} person={person} edited={null} onWords={setWords} />
          ) : edited.data ? (
            <BroadcastForm key={id} person="" edited={edited.data} onWords={setWords} />
          ) : edited.error ? (
            <ErrorState title="The broadcast could not be loaded" error={edited.error} onRetry={() => void edited.refetch()} />
          ) : (
            <Skeleton height={420} />
          )}
        </Card>
        <LetterPreview kind={words.kind} subject={words.subject} message={words.message} />
      </Grid>
    </Screen>
  );
}
