import { NewsScreen } from '../../components/news/news-screen';

export function NewsPage() {
  return <NewsScreen title="Trade news" />;
}
