import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { currencyName, currencyOptions, ownCurrencyQuery, useChooseCurrency } from '../../lib/own-currency';

/** Chooses the currency of amounts on dashboard and performance. */
export function CurrencyCard() {
  const { data: choice } = useQuery(ownCurrencyQuery);
  const choose = useChooseCurrency();
  const options = choice ? currencyOptions(choice) : [];
  if (!choice || options.length === 0) return null;
  return (
    <Card title={t('currency.title')} span={4}>
      <SelectField
        label={t('currency.title')}
        help={t('currency.help')}
        value={choose.isPending ? choose.variables : choice.currency}
        disabled={choose.isPending}
        onChange={(event) => choose.mutate(event.target.value)}
      >
        {options.map((code) => (
          <option key={code} value={code}>
            {t('currency.option', { code, name: currencyName(code) })}
          </option>
        ))}
      </SelectField>
    </Card>
  );
}
