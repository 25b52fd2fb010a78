import type { ReactNode } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { count, MINUS } from '../../lib/format/decimal';
import type { ProbeWire } from '../../lib/wire/types';
import { Fact, Facts } from '../facts';
import { useExchangeProbe, useMailProbe } from './operations-api';
import styles from './system.module.css';

const signed = (milliseconds: number) => `${milliseconds > 0 ? '+' : milliseconds < 0 ? MINUS : ''}${count(Math.abs(milliseconds))} ms`;

/** Whether others answer; asked on demand, because each time is a call to somebody else's server. */
export function ReachabilityCard() {
  const mail = useMailProbe();
  const exchanges = useExchangeProbe();
  return (
    <Card title="Reachability" span={12}>
      <div className={styles.probes}>
        <Probe
          name="Mail server"
          text="Opens an SMTP connection. No email is sent."
          action="Test mail server"
          busy={mail.isPending}
          error={mail.error}
          onAsk={() => mail.mutate()}
        >
          {mail.data && <ProbeFacts of={mail.data} />}
        </Probe>
        <Probe
          name="Exchanges"
          text="Compares each exchange’s time with ours. No member’s key is used."
          action="Test exchanges"
          busy={exchanges.isPending}
          error={exchanges.error}
          onAsk={() => exchanges.mutate()}
        >
          {exchanges.data?.map((venue) => (
            <div key={venue.venue}>
              <h4>{venue.name}</h4>
              <ProbeFacts of={venue}>
                {venue.clockDifferenceMs !== null && (
                  <Fact
                    name="Clock difference"
                    value={venue.clockOff ? <Badge tone="warn">{signed(venue.clockDifferenceMs)}</Badge> : signed(venue.clockDifferenceMs)}
                  />
                )}
              </ProbeFacts>
            </div>
          ))}
        </Probe>
      </div>
    </Card>
  );
}

interface ProbeProps {
  name: string;
  text: string;
  action: string;
  busy: boolean;
  error: unknown;
  onAsk: () => void;
  children: ReactNode;
}

function Probe({ name, text, action, busy, error, onAsk, children }: ProbeProps) {
  return (
    <section aria-label={name} aria-busy={busy}>
      <h3>{name}</h3>
      <p className={styles.text}>{text}</p>
      <Button size="small" busy={busy} onClick={onAsk}>
        {busy ? 'Asking…' : action}
      </Button>
      <div role="status" className={styles.answer}>
        {error != null && <Notice kind="error" title={messageOf(error)} />}
        {children}
      </div>
    </section>
  );
}

function ProbeFacts({ of: { reachable, problem, milliseconds, at }, children }: { of: ProbeWire; children?: ReactNode }) {
  return (
    <Facts>
      <Fact name="Answer" value={reachable ? <Badge tone="up">Reachable</Badge> : <Badge tone="down">Not reachable</Badge>} />
      {problem !== null && <Fact name="Response" value={problem} />}
      <Fact name="Took" value={`${count(milliseconds)} ms`} />
      <Fact name="Asked" value={<Moment at={at} />} />
      {children}
    </Facts>
  );
}
