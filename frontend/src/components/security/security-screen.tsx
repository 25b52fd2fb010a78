import { useState } from 'react';
import { hasSecondFactor } from '../../lib/second-factor';
import { Notice } from '../feedback/notice';
import { Grid, Screen } from '../layout/screen';
import { FactorCards } from './factor-cards';
import { PasswordCard } from './password-card';
import { RecoveryCard } from './recovery-card';
import { RecoveryCodesDialog } from './recovery-codes';
import { t } from '../../lib/i18n/texts';
import styles from './security.module.css';
import { SessionsCard } from './sessions-card';
import { useSecondFactors } from './use-second-factors';

/** Everything about how one gets in: for members in their shell, for admins in the console. */
export function SecurityScreen() {
  const { data, reload } = useSecondFactors();
  // Kept here, above the cards: reading the factors again must not take the codes away.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = (fresh: string[] | null = null) => {
    if (fresh !== null) setCodes(fresh);
    void reload();
  };
  return (
    <Screen title={t('security.title')} width="narrow" intro={t('security.intro')}>
      {data && !hasSecondFactor(data) && (
        <div className={styles.above}>
          <Notice kind={data.required ? 'warn' : 'info'} title={t('security.passwordOnly.title')}>
            {t('security.passwordOnly.text')}
          </Notice>
        </div>
      )}
      <Grid>
        <FactorCards onAdded={changed} onRemoved={() => changed()} />
        <PasswordCard />
        <div data-span="6" className={styles.column}>
          {data && hasSecondFactor(data) && <RecoveryCard left={data.recoveryCodesLeft} onCodes={changed} />}
          <SessionsCard />
        </div>
      </Grid>
      {codes && <RecoveryCodesDialog codes={codes} onStored={() => setCodes(null)} />}
    </Screen>
  );
}
