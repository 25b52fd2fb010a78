import { disclaimer } from 'virtual:content/disclaimer';
import { DocumentPage } from './document-page';

export function DisclaimerPage() {
  return <DocumentPage document={disclaimer} />;
}
