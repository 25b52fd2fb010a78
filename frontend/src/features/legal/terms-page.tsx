import { terms } from 'virtual:content/terms';
import { DocumentPage } from './document-page';

export function TermsPage() {
  return <DocumentPage document={terms} />;
}
