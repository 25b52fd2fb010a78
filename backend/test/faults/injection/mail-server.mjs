import { ScriptedSmtp } from '../../integration/mail/scripted-smtp.ts';

/** Addresses with this prefix are always rejected. */
export const NOBODY = 'nobody.';

/** An SMTP server that records every email with its answer, and applies the current fault. */
export class MailServer {
  #smtp = new ScriptedSmtp();
  /** { id, domain, to, subject, text, taken, cut, at }: `taken`: it was answered with 250, or `cut`, which nobody was told. */
  mails = [];

  get url() {
    return this.#smtp.url;
  }

  start() {
    this.behave();
    return this.#smtp.start();
  }

  away() {
    return this.#smtp.stop();
  }

  back() {
    return this.#smtp.start();
  }

  /** What it does from now on: `greet` and `data` answer as ScriptedSmtp says. Without any it takes everything for those who exist. */
  behave({ greet, data } = {}) {
    this.#smtp.script = {
      ...(greet && { greet }),
      recipient: (address) => (address.startsWith(NOBODY) ? '550 5.1.1 no such user' : 'accept'),
      data: (received) => {
        const answer = data?.() ?? 'accept';
        const [id = '', domain = ''] = (received.mail.messageId ?? '').replace(/^<|>$/g, '').split('@');
        const taken = answer === 'accept' || answer === 'accept-and-cut';
        // Whoever falls silent, or breaks off, may have kept the mail.
        this.mails.push({
          id,
          domain,
          to: received.to,
          subject: received.mail.subject ?? '',
          text: received.mail.text ?? '',
          taken,
          cut: answer !== 'accept',
          at: Date.now(),
        });
        return answer;
      },
    };
  }

  /** The newest token of a link to this page in a mail to the address. */
  tokenFor(address, page) {
    const mail = this.mails.findLast(({ to, text, taken }) => taken && to.includes(address) && text.includes(`#/${page}/`));
    return mail ? (new RegExp(`#/${page}/([\\w-]+)`).exec(mail.text)?.[1] ?? null) : null;
  }

  stop() {
    return this.#smtp.stop();
  }
}
