import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { BroadcastForm } from './broadcast-form';
import { emptyDraft } from './broadcast-draft';
import { LetterPreview } from './letter-preview';

/** `?to=<id of a user>` begins a letter to them. */
export function NewBroadcast() {
  const person = useSearchParams()[0].get('to') ?? '';
  const [words, setWords] = useState<Parameters<typeof LetterPreview>[0]>(emptyDraft);
  return (
    <Screen
      title="Send email"
      intro="A letter to members. You see it first, here and as a test mail."
      actions={
        <Link to={consolePaths.broadcasts} className={buttonClass()}>
          All broadcasts
        </Link>
      }
    >
      <Grid>
        <Card span={6}>
          <BroadcastForm key={person} person={person} onWords={setWords} />
        </Card>
        <LetterPreview kind={words.kind} subject={words.subject} message={words.message} />
      </Grid>
    </Screen>
  );
}
