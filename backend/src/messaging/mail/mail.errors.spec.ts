import { describe, expect, it } from '@jest/globals';
import { mailFailure, MailDeferred, MailRefused, MailServerAway } from './mail.errors.js';

const said = (command: string, response: string, code = command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE') =>
  Object.assign(new Error(`failed: ${response}`), { code, command, response, responseCode: Number(response.slice(0, 3)) });
const broke = (fields: object) => Object.assign(new Error('the connection broke'), fields);

describe('a failed mail', () => {
  it.each([
    ['RCPT TO', '550 no such user here'],
    ['RCPT TO', '550 5.1.1 no such user here'],
    ['RCPT TO', '552 5.2.2 mailbox is full'],
    ['DATA', '550 no such user here'],
    ['DATA', '554 5.1.1 no such user here'],
  ])('bounces where the address is refused: %s %s', (command, response) => {
    const failure = mailFailure(said(command, response));
    expect(failure).toBeInstanceOf(MailRefused);
    expect(failure).toMatchObject({ bounced: true, message: response });
  });

  it.each([
    ['RCPT TO', '550 5.7.1 we do not like your network'],
    ['DATA', '554 this looks like spam'],
    ['DATA', '552 too large'],
    ['DATA', '550 5.7.1 refused by policy'],
  ])('is refused without a bounce where the mail is: %s %s', (command, response) => {
    const failure = mailFailure(said(command, response));
    expect(failure).toBeInstanceOf(MailRefused);
    expect(failure).toMatchObject({ bounced: false });
  });

  it.each([
    ['RCPT TO', '451 greylisted'],
    ['RCPT TO', '452 4.2.2 over quota'],
    ['DATA', '451 try again'],
  ])('is put off by %s %s', (command, response) => {
    expect(mailFailure(said(command, response))).toBeInstanceOf(MailDeferred);
  });

  it.each([
    ['CONN', '421 too busy'],
    ['RCPT TO', '421 going down'],
    ['MAIL FROM', '550 your sender is not allowed'],
    ['MAIL FROM', '451 later'],
    ['AUTH PLAIN', '535 wrong password'],
    ['RCPT TO', '530 sign in first'],
    ['RCPT TO', '503 bad sequence'],
  ])('waits for the operator or the server after %s %s', (command, response) => {
    const failure = mailFailure(said(command, response));
    expect(failure).toBeInstanceOf(MailServerAway);
    expect(failure).toMatchObject({ uncertain: false });
  });

  it.each([
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }],
    [{ code: 'EDNS' }],
    [{ code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' }],
    [{ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }],
  ])('has surely not left after %p', (fields) => {
    expect(mailFailure(broke(fields))).toMatchObject({ uncertain: false });
  });

  it.each([
    [{ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }],
    [{ code: 'ECONNECTION' }],
    [{ code: 'ESOCKET', originalCode: 'ECONNRESET' }],
    [{ code: 'EABORT' }],
  ])('may have left before %p', (fields) => {
    const failure = mailFailure(broke(fields));
    expect(failure).toBeInstanceOf(MailServerAway);
    expect(failure).toMatchObject({ uncertain: true });
  });
});
