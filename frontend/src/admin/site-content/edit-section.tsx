import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import type { FaqsContentWire, SiteSectionWire, SiteTextWire } from '../../lib/wire/types';
import { FaqsForm } from './faqs-form';
import { SectionPreview } from './section-preview';
import { nameOf } from './section-texts';

const nothing: SiteTextWire<string> = { en: '', es: null, ar: null };
/** Where the server has no web app, and nothing was published. */
const EMPTY: FaqsContentWire = { title: nothing, lead: nothing, items: [] };

/** Edits a section of the landing page. The preview follows what is typed. */
export function EditSection() {
  const { section = '' } = useParams();
  const { data, error, refetch } = useGetOne<SiteSectionWire>('site-sections', { id: section }, { refetchOnWindowFocus: false });
  const [typed, setTyped] = useState<FaqsContentWire | null>(null);
  const begun = data?.draft ?? data?.content ?? EMPTY;
  return (
    <Screen
      title={`Edit: ${nameOf(section)}`}
      intro="Saved as a draft. Visitors see it after you publish it."
      actions={
        <Link to={consolePaths.siteSection(section)} className={buttonClass()}>
          Back to the section
        </Link>
      }
    >
      <Grid>
        <Card span={12}>
          {data ? (
            <FaqsForm section={data} begun={begun} onContent={setTyped} />
          ) : error ? (
            <ErrorState title="The section could not be loaded" error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={420} />
          )}
        </Card>
        {data && <SectionPreview title="As visitors will see it" content={typed ?? begun} figures={data.figures} />}
      </Grid>
    </Screen>
  );
}
