import { Compass, Eye, KeyRound, Scale } from 'lucide-react';
import { useEffect } from 'react';
import { TideMark } from '../../components/brand/logo';
import { buttonClass } from '../../components/feedback/button';
import { PublicHeader } from '../../components/layout/public-header';
import { hedgeFund, tradeClub } from '../../config/constants';
import { hashLink, paths } from '../../config/routes';
import styles from './landing-page.module.css';
import { TideArt } from './tide-art';

interface Wing {
  name: string;
  text: string;
  facts: readonly (readonly [name: string, value: string])[];
}

const wings: readonly Wing[] = [
  {
    name: 'The trading club',
    text: 'Education, trading signals, market trend analysis and a community. Open to anyone at any level of experience; members follow the community guidelines.',
    facts: [
      ['Commitment fee', tradeClub.commitmentFee],
      ['Share of profits', tradeClub.profitShare],
      ['When it is due', 'End of a market cycle, or annually'],
    ],
  },
  {
    name: 'The hedge fund',
    text: 'Non-custodial professional portfolio management: spot trading, futures, risk management and diversification. We hold Bitcoin and top-tier coins for the mid to long term and trade actively on data.',
    facts: [
      ['Minimum funding', `${hedgeFund.minimumFunding}, or as much in Bitcoin or stablecoins`],
      ['Management fee', `${hedgeFund.managementFee} of assets under management`],
      ['Share of profits', hedgeFund.profitShare],
      ['Redemption', `Every 6 months or annually, ${hedgeFund.noticeDays} days' notice`],
    ],
  },
];

const principles = [
  { icon: KeyRound, title: 'Your coins stay where they are', text: 'You keep your own exchange account. We hold none of your funds.' },
  { icon: Eye, title: 'A key that can only read', text: 'We ask the exchange what your key may do, and refuse one that could trade or withdraw.' },
  { icon: Scale, title: 'Figures as the exchange wrote them', text: 'Balances, trades, deposits and withdrawals are read from your account and shown to the last digit.' },
  { icon: Compass, title: 'People decide', text: 'Every member is verified by a person before their balances and trades are read.' },
] as const;

const steps = [
  { title: 'Register', text: 'Choose the club or the fund and confirm your e-mail.' },
  { title: 'Verify', text: 'Send an identity document, a proof of address and your read-only key.' },
  { title: 'Follow your account', text: 'Once you are approved, your wallet and your history stand in your dashboard.' },
] as const;

export function LandingPage() {
  useEffect(() => {
    document.title = 'Tidemark · Trading club and hedge fund';
  }, []);
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main>
        <section id="home" className={styles.hero}>
          <div className={styles.heroWords}>
            <h1>A trading club and a hedge fund that leave your coins with you</h1>
            <p className={styles.lead}>Tidemark brings learning, signals and managed portfolios under one roof. You connect your exchange account with a key that can only read.</p>
            <div className={styles.actions}>
              <a href={hashLink(paths.register)} className={buttonClass({ look: 'primary' })}>
                Sign up
              </a>
              <a href={hashLink(paths.login)} className={buttonClass()}>
                Log in
              </a>
            </div>
            <p className={styles.risk}>Profits are not guaranteed. Prices of cryptocurrencies can fall far and fast, and you can lose what you put in.</p>
          </div>
          <TideArt />
        </section>

        <section id="portfolio" className={styles.section} aria-labelledby="wings">
          <h2 id="wings">Two ways in</h2>
          <div className={styles.wings}>
            {wings.map((wing) => (
              <article key={wing.name} className={styles.wing}>
                <h3>{wing.name}</h3>
                <p>{wing.text}</p>
                <dl>
                  {wing.facts.map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </article>
            ))}
          </div>
        </section>

        <section id="about" className={styles.section} aria-labelledby="principles">
          <h2 id="principles">What you can hold us to</h2>
          <ul className={styles.principles}>
            {principles.map(({ icon: Icon, title, text }) => (
              <li key={title}>
                <Icon size={20} aria-hidden="true" />
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <section className={styles.section} aria-labelledby="joining">
          <h2 id="joining">How joining works</h2>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </section>

        <section id="faqs" className={`${styles.section} ${styles.before}`} aria-labelledby="before">
          <div>
            <h2 id="before">Before you join the fund</h2>
            <p>Clients of the fund are asked for three things.</p>
          </div>
          <ul>
            <li>You keep to the savings allocation limits of your jurisdiction, or are an accredited investor.</li>
            <li>You agree to the registration terms.</li>
            <li>You complete the identity checks (KYC/AML). Members are 18 or older.</li>
          </ul>
        </section>
      </main>
      <footer className={styles.footer}>
        <span className={styles.footerMark}>
          <TideMark size={18} /> Tidemark
        </span>
        <p>A tide mark is the line the water reached. Profits are not guaranteed.</p>
      </footer>
    </div>
  );
}
