import { Notice } from '../../components/feedback/notice';
import { utc } from '../../lib/format/date';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import type { MyFundWire } from '../../lib/wire/types';

/** What a mandate waits for, or why there is none. Nothing while it runs. */
export function MandateNotice({ fund: { mandate, figures } }: { fund: MyFundWire }) {
  if (!mandate) return null;
  const { state, signedAt, startsAt, endedAt, declineReason } = mandate;
  if (state === 'signed')
    return (
      <Notice kind="info" title={t('fund.notice.signed.title')}>
        {t('fund.notice.signed.text', { at: utc(signedAt) })}
      </Notice>
    );
  if (state === 'declined')
    return (
      <Notice kind="warn" title={t('fund.notice.declined.title')}>
        <p>
          {declineReason === null ? t('fund.notice.declined.noReason') : t('fund.notice.declined.text', { reason: isolate(declineReason) })}
        </p>
        <p>{t('fund.notice.declined.again')}</p>
      </Notice>
    );
  if (state === 'starting') {
    const what = startsAt !== null && Date.parse(startsAt) <= Date.now() ? 'valuing' : 'starting';
    return (
      <Notice kind="info" title={t(`fund.notice.${what}.title`, { at: utc(startsAt) })}>
        {t(`fund.notice.${what}.text`)}
      </Notice>
    );
  }
  if (state === 'ended')
    return (
      <Notice kind="info" title={t('fund.notice.ended.title', { at: utc(endedAt) })}>
        {t('fund.notice.ended.text')}
      </Notice>
    );
  if (figures === null)
    return (
      <Notice kind="info" title={t('fund.notice.computing.title')}>
        {t('fund.notice.computing.text')}
      </Notice>
    );
  if (figures.waitingDays === 0) return null;
  return (
    <Notice kind="warn" title={t('fund.notice.waiting.title', { count: figures.waitingDays })}>
      {t('fund.notice.waiting.text')}
    </Notice>
  );
}
