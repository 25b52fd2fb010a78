import { describe, expect, it } from '@jest/globals';
import arabic from '../../../locales/ar/api.json' with { type: 'json' };
import english from '../../../locales/en/api.json' with { type: 'json' };
import spanish from '../../../locales/es/api.json' with { type: 'json' };
import { translateMessage } from './api-messages.rules.js';

const ids = Object.keys(english) as (keyof typeof english)[];

describe('a message of the API', () => {
  it('is translated by its English text', () => {
    for (const id of ids.filter((one) => !english[one].includes('{'))) {
      expect(translateMessage(english[id], 'es')).toBe(spanish[id]);
      expect(translateMessage(english[id], 'ar')).toBe(arabic[id]);
    }
  });

  it('keeps its values', () => {
    expect(translateMessage('Use a password of at least 12 characters', 'es')).toBe('Use una contraseña de al menos 12 caracteres');
    expect(translateMessage('Your age (17) is not allowed to register with us.', 'es')).toBe(
      'Su edad (17) no permite registrarse con nosotros.',
    );
    expect(translateMessage('The exchange does not accept this key: Invalid API-key, IP, or permissions.', 'es')).toBe(
      'El exchange no acepta esta clave: Invalid API-key, IP, or permissions.',
    );
  });

  it('translates values that are messages, and isolates others in Arabic', () => {
    expect(translateMessage('Your payment is already approved', 'es')).toBe('Ya se ha aprobado: pago');
    expect(translateMessage('Your proof of address can have up to 10 MB', 'es')).toBe('Su justificante de domicilio: 10 MB como máximo');
    expect(translateMessage('The exchange does not accept this key: no such key', 'ar')).toContain('\u2068no such key\u2069');
  });

  it('finds each message with values in its own pattern, not in a shorter one', () => {
    for (const id of ids.filter((one) => english[one].includes('{'))) {
      const filled = (text: string) => text.replaceAll(/\{\w+\}/g, '7');
      expect([id, translateMessage(filled(english[id]), 'es')]).toEqual([id, filled(spanish[id])]);
    }
  });

  it('stays English where there is no translation, and in English', () => {
    expect(translateMessage('The log has 7 leaves', 'es')).toBe('The log has 7 leaves');
    expect(translateMessage('x'.repeat(100_000), 'ar')).toBe('x'.repeat(100_000));
    expect(translateMessage(english['sign-in'], 'en')).toBe(english['sign-in']);
  });
});
