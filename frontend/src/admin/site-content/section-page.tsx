import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import type { SiteSectionWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { Fact, Facts } from '../facts';
import { StateBadge } from '../state-badge';
import { SectionButtons } from './section-buttons';
import { SectionHistory } from './section-history';
import { SectionPreview } from './section-preview';
import { nameOf } from './section-texts';
import { stateOf, versionName } from './section-words';

/** One section of the landing page: its draft, what visitors read, and what was published before. */
export function SectionPage() {
  const { section = '' } = useParams();
  const { data, error, refetch } = useGetOne<SiteSectionWire>('site-sections', { id: section });
  const shown = data?.draft ?? data?.content ?? null;
  return (
    <Screen
      title={nameOf(section)}
      actions={
        <>
          {data && (
            <Allowed to="site.publish">
              <Link to={consolePaths.editSiteSection(section)} className={buttonClass()}>
                Edit
              </Link>
              <SectionButtons section={data} />
            </Allowed>
          )}
          <Link to={consolePaths.siteContent} className={buttonClass()}>
            All sections
          </Link>
        </>
      }
    >
      {error && !data ? (
        <Card>
          <ErrorState title="The section could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Grid>
          <Card title="State" aside={data && <StateBadge of={stateOf(data)} />} busy={data === undefined} span={12}>
            {data ? <Standing section={data} /> : <Skeleton height={160} />}
          </Card>
          {data && shown && (
            <SectionPreview
              title={data.draft ? 'Draft, as visitors will see it' : 'As visitors see it'}
              content={shown}
              figures={data.figures}
            />
          )}
          {data && <SectionHistory section={data} />}
        </Grid>
      )}
    </Screen>
  );
}

function Standing({ section: { version, publishedAt, publishedBy, draft, draftedAt, draftedBy } }: { section: SiteSectionWire }) {
  return (
    <Facts>
      <Fact name="Visitors read" value={versionName(version)} />
      {publishedAt !== null && <Fact name="Published" value={<Moment at={publishedAt} />} />}
      {publishedAt !== null && <Fact name="Published by" value={publishedBy ?? 'Deleted account'} />}
      <Fact name="Draft saved" value={draftedAt === null ? 'No draft' : <Moment at={draftedAt} />} />
      {draft !== null && <Fact name="Draft by" value={draftedBy ?? 'Deleted account'} />}
    </Facts>
  );
}
