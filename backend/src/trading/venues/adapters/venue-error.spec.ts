import { describe, expect, it } from '@jest/globals';
import { oneLine, parseVenueError } from './venue-error.js';

const fields = { code: 'retCode', message: 'retMsg' };

describe('a refusal', () => {
  it.each([
    ['{"retCode":10006,"retMsg":"Too many visits!"}', 10_006, 'Too many visits!'],
    ['{"retMsg":"Too many visits!","retCode":"10006"}', 10_006, 'Too many visits!'],
    ['{"retCode":0,"retMsg":"OK","result":{}}', 0, 'OK'],
    ['{"retCode":-1,"retMsg":""}', -1, 'no reason given'],
    ['{"retCode":null}', null, 'no reason given'],
    ['{"retCode":1.5}', null, 'no reason given'],
    ['{"retCode":10006,"retM', null, 'no reason given'],
    ['[]', null, 'no reason given'],
    ['<html></html>', null, 'no reason given'],
    ['', null, 'no reason given'],
  ])('is read from %s', (body, code, reason) => {
    expect(parseVenueError(body, fields)).toEqual({ code, reason });
  });

  it('is found in a long body as well', () => {
    const long = `"list":[${'"x",'.repeat(3000)}"x"]`;
    expect(parseVenueError(`{"retCode":0,${long}}`, fields).code).toBe(0);
    expect(parseVenueError(`{ "retCode" : 10016 , ${long}}`, fields).code).toBe(10_016);
    expect(parseVenueError(`{${long},"retCode":10016}`, fields).code).toBe(10_016);
    expect(parseVenueError(`{"retCode":00,${long}}`, fields).code).toBeNull();
  });

  it('tells nothing of what was signed', () => {
    const told = oneLine(
      'error sign! origin_string[1658384314791secret-key-of-a-member5000category=linear]\n key ABCDEFGHIJKLMNOPQRSTUVWX from ' +
        '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    );
    expect(told).toBe('error sign! origin_string[…] key … from …');
  });
});
