import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unknown } from '../../components/chart/figures';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Dollars } from '../../components/fund/dollars';
import { mandateTones } from '../../lib/wire/fund';
import { t } from '../../lib/i18n/texts';
import type { MandateWire } from '../../lib/wire/types';
import { Card } from '../../components/layout/screen';
import { termsQuery } from './fund';
import styles from './fund.module.css';
import { Clauses } from './terms-card';

/** What was signed, by whom and when. */
export function MandateCard({ mandate }: { mandate: MandateWire }) {
  return (
    <Card title={t('fund.mandate.title')} span={12}>
      <dl className={styles.tiles}>
        {factsOf(mandate).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SignedTerms mandate={mandate} />
    </Card>
  );
}

function factsOf(mandate: MandateWire): readonly (readonly [string, ReactNode])[] {
  const { state, signedName, signedAt, countersignedAt, startsAt, openingEquity, termsVersion } = mandate;
  const moment = (at: string | null, reason: string) => (at === null ? <Unknown reason={reason} /> : <Moment at={at} />);
  return [
    [
      t('fund.mandate.state'),
      <Badge key="state" tone={mandateTones[state]}>
        {t(`fund.state.${state}`)}
      </Badge>,
    ],
    [
      t('fund.mandate.signedBy'),
      signedName === null ? <Unknown key="name" reason={t('fund.mandate.nameDeleted')} /> : <bdi key="name">{signedName}</bdi>,
    ],
    [t('fund.mandate.signedAt'), <Moment key="signed" at={signedAt} />],
    [t('fund.mandate.countersignedAt'), moment(countersignedAt, t('fund.mandate.noSignature'))],
    [t('fund.mandate.startsAt'), moment(startsAt, t('fund.mandate.noStart'))],
    [t('fund.mandate.openingEquity'), <Dollars key="opening" value={openingEquity} unknown={t('fund.mandate.openingUnknown')} />],
    [t('fund.mandate.version'), termsVersion],
  ];
}

/** The clauses, where those of today are the ones that were signed; the fingerprint in any case. */
function SignedTerms({ mandate }: { mandate: MandateWire }) {
  const { data: terms } = useQuery(termsQuery);
  if (terms?.sha256 === mandate.sha256)
    return (
      <details className={styles.details}>
        <summary>{t('fund.terms.read')}</summary>
        <Clauses terms={terms} />
      </details>
    );
  return (
    <dl className={`${styles.hash} ${styles.details}`}>
      <dt>{t('fund.terms.sha256')}</dt>
      <dd>
        <code dir="ltr">{mandate.sha256}</code>
      </dd>
    </dl>
  );
}
