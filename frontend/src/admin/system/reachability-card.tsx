import type { ReactNode } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { count, MINUS } from '../../lib/format/decimal';
import type { ProbeWire, VenueProbeWire } from '../../lib/wire/types';
import { type Fact, Facts } from './facts';
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
          text="Greets the mail server. No mail is sent."
          action="Ask the mail server"
          busy={mail.isPending}
          error={mail.error}
          onAsk={() => mail.mutate()}
        >
          {mail.data && <Facts facts={probeFacts(mail.data)} />}
        </Probe>
        <Probe
          name="Exchanges"
          text="Asks each exchange for its time and compares it with ours. No member’s key is used."
          action="Ask the exchanges"
          busy={exchanges.isPending}
          error={exchanges.error}
          onAsk={() => exchanges.mutate()}
        >
          {exchanges.data?.map((venue) => (
            <div key={venue.venue}>
              <h4>{venue.name}</h4>
              <Facts facts={venueFacts(venue)} />
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

function probeFacts(probe: ProbeWire): Fact[] {
  return [
    { label: 'Answer', value: probe.reachable ? <Badge tone="up">Reachable</Badge> : <Badge tone="down">Not reachable</Badge> },
    ...(probe.problem === null ? [] : [{ label: 'What it said', value: probe.problem }]),
    { label: 'Took', value: `${count(probe.milliseconds)} ms` },
    { label: 'Asked', value: <Moment at={probe.at} /> },
  ];
}

function venueFacts(probe: VenueProbeWire): Fact[] {
  const clock = probe.clockDifferenceMs;
  if (clock === null) return probeFacts(probe);
  return [
    ...probeFacts(probe),
    { label: 'Our clock against theirs', value: probe.clockOff ? <Badge tone="warn">{signed(clock)}</Badge> : signed(clock) },
  ];
}
