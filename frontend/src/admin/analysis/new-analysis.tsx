import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import type { AnalysisRecordWire } from '../../lib/wire/types';
import { AnalysisForm } from './analysis-form';
import { AnalysisPreview } from './analysis-preview';
import { emptyDraft } from './post-draft';

/** `?edit=<id of an analysis>` edits it. */
export function NewAnalysis() {
  const [params] = useSearchParams();
  const id = params.get('edit');
  const edited = useGetOne<AnalysisRecordWire>('analysis', { id: id ?? '' }, { enabled: id !== null, refetchOnWindowFocus: false });
  const [draft, setDraft] = useState(emptyDraft);
  return (
    <Screen
      title={id === null ? 'Write an analysis' : 'Edit analysis'}
      intro={
        id === null ? 'It is saved as a draft. Nobody can read it until you publish it.' : 'Published texts keep their earlier versions.'
      }
      actions={
        <Link to={id === null ? consolePaths.analysis : consolePaths.analysisPost(id)} className={buttonClass()}>
          {id === null ? 'All analyses' : 'Back to the analysis'}
        </Link>
      }
    >
      <Grid>
        <Card span={6}>
          {id === null ? (
            <AnalysisForm edited={null} onDraft={setDraft} />
          ) : edited.data ? (
            <AnalysisForm key={id} edited={edited.data} onDraft={setDraft} />
          ) : edited.error ? (
            <ErrorState title="The analysis could not be loaded" error={edited.error} onRetry={() => void edited.refetch()} />
          ) : (
            <Skeleton height={420} />
          )}
        </Card>
        <AnalysisPreview {...draft} language={draft.language || null} />
      </Grid>
    </Screen>
  );
}
