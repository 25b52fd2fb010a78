import { useState } from 'react';
import { Choices } from '../../components/chart/choices';
import { Card } from '../../components/layout/screen';
import { Faqs } from '../../components/site/faqs';
import type { FaqsContentWire, SiteSectionWire } from '../../lib/wire/types';
import { directionOf, faqsIn, languageNames, siteLanguages, type SiteLanguage } from './section-texts';
import styles from './site-content.module.css';

const options = siteLanguages.map((value) => ({ value, label: languageNames[value] }));

interface SectionPreviewProps {
  title: string;
  content: FaqsContentWire;
  figures: SiteSectionWire['figures'];
}

/** A section as visitors see it, in the language that is chosen. */
export function SectionPreview({ title, content, figures }: SectionPreviewProps) {
  const [language, setLanguage] = useState<SiteLanguage>('en');
  return (
    <Card title={title} span={12} aside={<Choices label="Language" options={options} value={language} onChange={setLanguage} />}>
      <div className={styles.preview} lang={language} dir={directionOf(language)}>
        <Faqs content={faqsIn(content, language, figures)} />
      </div>
    </Card>
  );
}
