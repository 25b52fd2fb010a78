import { NewsScreen } from '../../components/news/news-screen';
import { t } from '../../lib/i18n/texts';

export function NewsPage() {
  return <NewsScreen title={t('news.title')} />;
}
