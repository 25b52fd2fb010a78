import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPIED_MILLISECONDS } from '../../config/constants';
import { notify } from '../../lib/notify';
import { t } from '../../lib/i18n/texts';
import { Button } from './button';
import styles from './copy-button.module.css';

/** Copies a text and says so for two seconds. */
export function CopyButton({
  text,
  label = t('common.copy.action'),
  compact = false,
}: {
  text: string;
  label?: string;
  compact?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notify.error(t('common.copy.refused'));
    }
  };
  const icon = copied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />;
  if (compact) {
    return (
      <button
        type="button"
        className={styles.compact}
        aria-label={copied ? t('common.copy.done') : label}
        title={copied ? t('common.copy.done') : label}
        onClick={() => void copy()}
      >
        {icon}
      </button>
    );
  }
  return (
    <Button size="small" icon={icon} onClick={() => void copy()}>
      {copied ? t('common.copy.done') : label}
    </Button>
  );
}
