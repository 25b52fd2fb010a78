import { useQuery } from '@tanstack/react-query';
import { AmountsScreen } from '../../components/amounts/amounts-screen';
import { CaseCard } from '../../components/case/case-card';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { useProfile } from '../../lib/session';
import { CASE_PATH, clubShareQuery } from './club-share';
import { FiguresCard } from './figures-card';
import { LinesCard } from './lines-card';
import { PeriodsCard } from './periods-card';

/** The club's share: what a member earned with signals, line by line, and what the club gets of it. */
export function ClubSharePage() {
  const { userId } = useProfile();
  const { data: share, error, refetch } = useQuery(clubShareQuery(userId));
  return (
    <AmountsScreen title={t('club-share.title')} intro={t('club-share.intro')}>
      <Grid>
        {share ? (
          <>
            <FiguresCard share={share} />
            <LinesCard />
            {share.figures && (
              <>
                <PeriodsCard periods={share.figures.periods} />
                <CaseCard
                  title={t('club-share.case.title')}
                  text={<Trans id="club-share.case.text" tags={{ code: <code dir="ltr" /> }} />}
                  action={t('club-share.case.action')}
                  preparing={t('club-share.case.preparing')}
                  path={CASE_PATH}
                />
              </>
            )}
          </>
        ) : (
          <Card span={12} busy={!error}>
            {error ? <ErrorState title={t('club-share.failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton height={420} />}
          </Card>
        )}
      </Grid>
    </AmountsScreen>
  );
}
