import { Card } from '../../components/layout/screen';
import { MarkdownText } from '../../components/markdown/markdown-text';
import { useConsoleMedia } from './console-media';
import styles from './analysis.module.css';

interface AnalysisPreviewProps {
  title: string;
  summary: string;
  body: string;
  language: string | null;
}

/** A text as members see it. */
export function AnalysisPreview({ title, summary, body, language }: AnalysisPreviewProps) {
  const media = useConsoleMedia(body);
  return (
    <Card title="As members see it" span={6}>
      <div className={styles.preview}>
        <p className={styles.title} dir="auto">
          {title.trim() || 'Untitled'}
        </p>
        {summary.trim() !== '' && (
          <p className={styles.summary} dir="auto">
            {summary}
          </p>
        )}
        {body.trim() !== '' && <MarkdownText text={body} language={language} media={media} />}
      </div>
    </Card>
  );
}
