import { Suspense, lazy } from 'react';
import { useQuestion } from '../lib/step-up';

const StepUpDialog = lazy(async () => ({ default: (await import('../components/security/step-up-dialog')).StepUpDialog }));

/** The one place where a refused call asks whether it is still the same person; above every screen, of members and console alike. */
export function StepUpHost() {
  const question = useQuestion();
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog onSettled={question.settle} />
    </Suspense>
  );
}
