import { useState } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { OddsCard } from './odds-card';
import { SignalForm } from './signal-form';

const NOTHING: readonly string[] = [];

export function NewSignal() {
  const [terms, setTerms] = useState(NOTHING);
  return (
    <Screen
      title="Create signal"
      intro="Publish a trade idea to the club. All fields are required."
      actions={
        <Link to={consolePaths.signals} className={buttonClass()}>
          All signals
        </Link>
      }
    >
      <Grid>
        <Card span={8}>
          <SignalForm onOdds={setTerms} />
        </Card>
        <OddsCard terms={terms} />
      </Grid>
    </Screen>
  );
}
