import { NewsScreen } from '../components/news/news-screen';

export function ConsoleNews() {
  return <NewsScreen title="Crypto news" />;
}
