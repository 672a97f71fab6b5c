/** The few things of a browser that QuickJS has not and lessons use. Imported first. */
import { Utf8Decoder, Utf8Encoder } from './utf8';

const MISSING = {
  TextEncoder: Utf8Encoder,
  TextDecoder: Utf8Decoder,
  /** English numbers. Messages to a lesson's author have them; grades have none. */
  Intl: {
    NumberFormat: class {
      constructor(
        _language: string,
        private readonly options: {
          style: string;
          minimumFractionDigits: number;
          maximumFractionDigits: number;
        },
      ) {}
      format(value: number): string {
        const { style, minimumFractionDigits: least, maximumFractionDigits: most } = this.options;
        const percent = style === 'percent';
        const [whole = '', decimals = ''] = (percent ? value * 100 : value).toFixed(most).split('.');
        let end = decimals.length;
        while (end > least && decimals[end - 1] === '0') end -= 1;
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
        return `${grouped}${end > 0 ? `.${decimals.slice(0, end)}` : ''}${percent ? '%' : ''}`;
      }
    },
  },
};

for (const [name, value] of Object.entries(MISSING))
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
